// Skips the first feature of the array, which is urid:map in some hosts.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const bool hasMap = features && *features && feature(features + 1, LV2_URID__map);
  return hasMap ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

PLUGIN(.instantiate = instantiate)
