/// Noise from a generator in each instance, with a different seed in each.
///
/// `data` is the generator's state.
#ifndef NOISE_H
#define NOISE_H

#include "defect.h"

#ifndef FIRST_SEED
#define FIRST_SEED 1
#endif

SPARE uint32_t next_noise(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

SPARE LV2_Handle noise_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                   const LV2_Feature *const *features) {
  static uint32_t seed = FIRST_SEED;
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof seed);
  *(uint32_t *)effect->data = __atomic_add_fetch(&seed, 7919, __ATOMIC_RELAXED);
  return effect;
}

#endif
