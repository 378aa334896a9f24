// Reports its delay at a port without the designation lv2:latency.
#include "defect.h"

enum { LENGTH = 256 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(LENGTH, sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, LENGTH * sizeof(float));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  if (effect->port[OTHER]) *(float *)effect->port[OTHER] = LENGTH;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = line[effect->runs];
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % LENGTH;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
