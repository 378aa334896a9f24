// The delay line stands still during a bypass, and continues with its old sound after it.
#include "switched-echo.h"

static void rest(Effect *effect, const float *input, uint32_t frames) {}
