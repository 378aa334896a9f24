// Refuses 8 kHz, because its bands do not fit below the Nyquist frequency.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return rate < 16000 ? NULL : good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
