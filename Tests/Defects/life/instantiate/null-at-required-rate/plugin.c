// instantiate() always returns NULL.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  return NULL;
}

PLUGIN(.instantiate = instantiate)
