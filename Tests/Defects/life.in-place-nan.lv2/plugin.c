// Marks each sample of its output as not yet computed, with NaN, before it reads its input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *output = ((Effect *)handle)->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = NAN;
  good_run(handle, frames);
}

PLUGIN(.run = run)
