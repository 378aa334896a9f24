// A table of eight gains, of which each move of another control takes the next one.
#include "turns.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  float *gains = effect ? calloc(8, sizeof(float)) : NULL;
  for (int i = 0; gains && i < 8; ++i) gains[i] = 1 - 0.1f * (float)i;
  if (effect) effect->data = gains;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *gains = effect->data;
  const float gain = gains[turns(effect)];
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] *= gain;
}

PLUGIN(.instantiate = instantiate, .run = run)
