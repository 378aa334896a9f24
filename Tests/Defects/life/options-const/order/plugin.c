// Reads only the first option.
#include "defect.h"

enum { DEFAULT_LENGTH = 8192 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect || !effect->map) return effect;
  const LV2_URID minimum = effect->map->map(effect->map->handle, LV2_BUF_SIZE__minBlockLength);
  const LV2_Options_Option *option = effect->options;
  const bool is_minimum = option && option->key == minimum && option->size == sizeof(int32_t);
  effect->data = calloc(is_minimum ? *(const int32_t *)option->value : DEFAULT_LENGTH, sizeof(float));
  return effect;
}

PLUGIN(.instantiate = instantiate)
