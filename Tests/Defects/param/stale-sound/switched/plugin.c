// Turning the echo on again plays what was in the delay line when it was turned off.
#include "switched-echo.h"

static void rest(Effect *effect, const float *input, uint32_t frames) {}
