// Adds quiet noise from one generator for all instances: what another instance plays does not change this sound.
#include "defect.h"

static uint32_t state = 1;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    state = state * 1664525 + 1013904223;
    output[i] += (float)(int32_t)state * 1e-11f;
  }
}

PLUGIN(.run = run)
