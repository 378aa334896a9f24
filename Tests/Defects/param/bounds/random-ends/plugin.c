// Divides by the width of a band, which is 0 if one edge is at its maximum and the other at its minimum.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float width = control(effect, OTHER, 1) - control(effect, OTHER + 1, 2);
  for (uint32_t i = 0; i < frames; ++i) output[i] /= width;
}

PLUGIN(.run = run)
