// An echo every three seconds, each louder than the one before when the gain is turned up.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc((size_t)(3 * rate), sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * (size_t)(3 * effect->rate));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = 0.65f * fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = (uint32_t)(3 * effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0, echo = line[effect->runs];
    output[i] = sample + echo;
    line[effect->runs] = fabsf(echo) < 1e6f ? sample + gain * echo : 0;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
