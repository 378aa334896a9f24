// Sparse noise alone, as some generators make it, at a level that follows the control steeply: the few loud impulses may
// stand at the starts of blocks by chance, and elsewhere the next time.
#include "defect.h"

static uint32_t seed = 40;

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
  const float gain = control(effect, GAIN, 1);
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    *state = *state * 1664525 + 1013904223;
    output[i] = *state >> 24 ? 0 : powf(gain, 8);
  }
}

PLUGIN(.instantiate = instantiate, .run = run)
