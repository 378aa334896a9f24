// An echo of a quarter of a second, whose gain is the product of two controls: above 1 with both of them at their ends,
// and with neither alone.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc((size_t)(0.25 * rate), sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * (size_t)(0.25 * effect->rate));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float feedback = fminf(fmaxf(control(effect, OTHER, 0.3f), 0), 0.6f);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = (uint32_t)(0.25 * effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0, echo = line[effect->runs];
    line[effect->runs] = fabsf(echo) < 1e6f ? sample + gain * feedback * echo : 0;
    output[i] = 0.5f * (sample + echo);
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
