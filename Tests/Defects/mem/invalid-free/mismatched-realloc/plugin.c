// Enlarges with realloc() a buffer that new[] allocated.
#include "operators.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = realloc(new_array(100), 200);
  return effect;
}

PLUGIN(.instantiate = instantiate)
