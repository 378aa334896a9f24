// Requires bufsz:boundedBlockLength, whose hosts must pass the options, and refuses a host without options.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const bool complete = feature(features, LV2_OPTIONS__options) && feature(features, LV2_URID__map);
  return complete ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

PLUGIN(.instantiate = instantiate)
