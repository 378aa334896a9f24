// Copies all options of the host, so that more options need more memory.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect || !effect->options) return effect;
  size_t count = 0;
  while (effect->options[count].key) ++count;
  effect->data = calloc(count + 1, sizeof *effect->options);
  if (effect->data) memcpy(effect->data, effect->options, count * sizeof *effect->options);
  return effect;
}

PLUGIN(.instantiate = instantiate)
