// The level of silence in decibels is minus infinity, in a control output whose name states the unit.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(((float *)effect->port[OUTPUT])[i]));
  *(float *)effect->port[OTHER] = 20 * log10f(peak);
}

PLUGIN(.run = run)
