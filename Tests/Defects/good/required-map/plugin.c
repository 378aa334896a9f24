// Requires urid:map, and refuses a host without it.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return feature(features, LV2_URID__map) ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

PLUGIN(.instantiate = instantiate)
