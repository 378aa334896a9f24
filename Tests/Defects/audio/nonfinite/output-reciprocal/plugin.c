// Divides the signal by its own magnitude: silence gives 0 / 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = output[i] / fabsf(output[i]);
}

PLUGIN(.run = run)
