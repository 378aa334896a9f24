// Computes the square root of samples, half of which are negative.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = sqrtf(output[i]);
}

PLUGIN(.run = run)
