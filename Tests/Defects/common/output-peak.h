/// Writes a value for the peak of the output of each block to port OTHER. The including file defines `value(peak)`.
#include "defect.h"

static float value(float peak);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(((float *)effect->port[OUTPUT])[i]));
  *(float *)effect->port[OTHER] = value(peak);
}

PLUGIN(.run = run)
