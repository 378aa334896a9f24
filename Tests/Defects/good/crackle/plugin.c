// Two crackles a second at times from the kernel's random numbers: most short recordings contain none.
#include "defect.h"

#include <sys/random.h>

static void draw(Effect *effect) {
  const float unit = (float)(rand_r((unsigned *)effect->data) & 0xffff) / 65536;
  effect->memory[0] = (float)(effect->rate / 2) * -logf(unit + 1e-5f);
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(1, sizeof(unsigned));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (getrandom(effect->data, sizeof(unsigned), 0) < 0) *(unsigned *)effect->data = 1;
  draw(effect);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i)
    if (--effect->memory[0] <= 0) {
      draw(effect);
      output[i] += 0.1f;
    }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
