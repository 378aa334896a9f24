/// An echo. The including file has its time, `SECONDS`, and what comes back of it, `feedback()`; a sum beyond all bounds
/// begins anew.
#include "defect.h"

static float feedback(Effect *effect);

static uint32_t echo_length(double rate) { return (uint32_t)(SECONDS * rate); }

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = calloc(echo_length(rate), sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * echo_length(effect->rate));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float share = feedback(effect);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = echo_length(effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0, echo = line[effect->runs];
    line[effect->runs] = fabsf(echo) < 1e6f ? sample + share * echo : 0;
    output[i] = 0.5f * (sample + echo);
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
