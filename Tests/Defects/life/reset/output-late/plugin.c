// An echo of two and a half seconds whose delay line activate() does not clear.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc((size_t)(2.5 * rate), sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = (uint32_t)(2.5 * effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = 0.5f * (sample + line[effect->runs]);
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .run = run)
