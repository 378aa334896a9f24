// Takes the square root of a sample, which is negative half of the time.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = sqrtf(output[i]);
}

PLUGIN(.run = run)
