// The delay line records during a bypass: the end of the bypass lets the tail of the present sound be heard.
#include "switched-echo.h"

static void rest(Effect *effect, const float *input, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) record(effect, input[i]);
}
