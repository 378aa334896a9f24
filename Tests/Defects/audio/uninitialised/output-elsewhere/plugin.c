// Two words of memory from malloc() shift the output. The first one matters at all gains, the second one above 1.5 only.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = malloc(64 * sizeof(uint32_t));
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const uint32_t *words = effect->data;
  good_run(handle, frames);
  const bool is_loud = control(effect, GAIN, 1) > 1.5f;
  const float shift = 1e-3f * (float)(words[4] % 7 + (is_loud ? words[40] % 5 : 0));
  for (uint32_t i = 0; i < frames; ++i) output[i] += shift;
}

PLUGIN(.instantiate = instantiate, .run = run)
