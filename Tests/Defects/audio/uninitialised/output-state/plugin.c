// Keeps its last output in memory from malloc() and starts with its initial content, clamped.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(200000);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  float last = fmaxf(-1, fminf(1, *(float *)effect->data));
  for (uint32_t i = 0; i < frames; ++i) {
    last = 0.5f * (last + output[i]);
    if (fabsf(last) < 1e-20f) last = 0;
    output[i] = last;
  }
  *(float *)effect->data = last;
}

PLUGIN(.instantiate = instantiate, .run = run)
