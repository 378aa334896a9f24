// Adds noise from a generator that all instances share, so each instance gets another part of it.
#include "noise.h"

static uint32_t seed = 1;

static void run(LV2_Handle handle, uint32_t frames) {
  float *output = ((Effect *)handle)->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += (float)(next_noise(&seed) >> 8) * 1e-9f;
}

PLUGIN(.run = run)
