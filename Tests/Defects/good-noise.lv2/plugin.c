// Adds noise, other noise for every instance and after every activate.
#include "defect.h"

static uint32_t seed = 1;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof seed);
  *(uint32_t *)effect->data = __atomic_add_fetch(&seed, 7919, __ATOMIC_RELAXED);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  uint32_t *state = effect->data;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    *state = *state * 1664525 + 1013904223;
    output[i] += (float)((int32_t)*state) * 2e-11f;
  }
}

PLUGIN(.instantiate = instantiate, .run = run)
