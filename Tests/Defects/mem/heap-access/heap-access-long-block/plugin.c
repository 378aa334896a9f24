// Writes past the end of a scratch buffer of 4096 frames if a block is longer.
#include "defect.h"

#define ROOM 4096

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ROOM, sizeof(float));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *scratch = effect->data, *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) scratch[i] = gain * input[i];
  for (uint32_t i = 0; i < frames; ++i) output[i] = scratch[i];
}

PLUGIN(.instantiate = instantiate, .run = run)
