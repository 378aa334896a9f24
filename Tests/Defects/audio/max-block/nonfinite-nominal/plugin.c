// Has a buffer of bufsz:nominalBlockLength and writes NaN past its end.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  const LV2_Options_Option *option = effect->map ? effect->options : NULL;
  effect->kept = 1 << 20;
  for (; option && option->key; ++option)
    if (option->key == effect->map->map(effect->map->handle, LV2_BUF_SIZE__nominalBlockLength))
      effect->kept = (float)*(const int32_t *)option->value;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = (uint32_t)effect->kept; i < frames; ++i) output[i] = NAN;
}

PLUGIN(.instantiate = instantiate, .run = run)
