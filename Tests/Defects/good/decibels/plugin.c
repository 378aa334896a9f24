// A meter in decibels, which reports silence as minus infinity.
#include "defect.h"

enum { LEVEL = OTHER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(input[i]));
  if (frames > 0) *(float *)effect->port[LEVEL] = 20 * log10f(peak);
  good_run(handle, frames);
}

PLUGIN(.run = run)
