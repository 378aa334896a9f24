// Adds noise that differs in every instance and after every activate().
#include "noise.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += (float)((int32_t)next_noise(effect->data)) * 2e-11f;
}

PLUGIN(.instantiate = noise_instantiate, .run = run)
