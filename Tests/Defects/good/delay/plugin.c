// Delays by half a second: sound in the output long after the end of the input is correct.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc((size_t)(rate / 2) + 1, sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * ((size_t)(effect->rate / 2) + 1));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = (uint32_t)(effect->rate / 2) + 1;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = line[effect->runs];
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
