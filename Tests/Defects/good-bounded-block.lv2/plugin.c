// Requires bounds of the block length, with which a host owes the options that tell them, and refuses one without options.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return feature(features, LV2_OPTIONS__options) ? good_instantiate(descriptor, rate, bundle, features) : NULL;
}

PLUGIN(.instantiate = instantiate)
