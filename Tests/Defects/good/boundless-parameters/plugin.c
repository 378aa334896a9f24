// Two parameters with bounds far outside the ranges of their types. The plug-in ignores them.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (!feature(features, LV2_URID__map)) return NULL;
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
