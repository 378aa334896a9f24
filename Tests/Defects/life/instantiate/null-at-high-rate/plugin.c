// instantiate() returns NULL at rates above 96 kHz.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return rate > 96000 ? NULL : good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
