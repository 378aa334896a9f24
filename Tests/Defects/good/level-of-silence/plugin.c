// The level of silence in decibels is minus infinity.
#include "meter.h"

static float level(Effect *effect, const float *input, uint32_t frames) {
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, isfinite(input[i]) ? fabsf(input[i]) : 0);
  return 20 * log10f(peak);
}
