// A feedback loop of 10 ms, whose gain the user can set above 1: its output then grows from sample to sample.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc((size_t)(rate / 100) + 1, sizeof(float));
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  memset(effect->data, 0, sizeof(float) * ((size_t)(effect->rate / 100) + 1));
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *line = effect->data, *output = effect->port[OUTPUT];
  const float *input = effect->port[INPUT];
  const uint32_t length = (uint32_t)(effect->rate / 100) + 1;
  uint32_t place = (uint32_t)effect->memory[0];
  const float feedback = 0.6f * control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i] + feedback * line[place];
    output[i] = line[place] = fabsf(sample) < 1e-15f ? 0 : sample;
    place = (place + 1) % length;
  }
  effect->memory[0] = (float)place;
}

PLUGIN(.instantiate = instantiate, .activate = activate, .run = run)
