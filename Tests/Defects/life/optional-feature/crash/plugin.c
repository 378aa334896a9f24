// Declares urid:map as optional, but crashes without it.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->map->map(effect->map->handle, LV2_ATOM__Float);
  return effect;
}

PLUGIN(.instantiate = instantiate)
