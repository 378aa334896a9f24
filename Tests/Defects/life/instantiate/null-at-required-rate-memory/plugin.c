// Needs a table of 8 GiB, which is more than lv2val permits, and returns NULL without it.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = malloc((size_t)8 << 30);
  if (effect && effect->data) return effect;
  if (effect) good_cleanup(effect);
  return NULL;
}

PLUGIN(.instantiate = instantiate)
