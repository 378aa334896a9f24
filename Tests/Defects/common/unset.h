/// A plug-in whose data are memory from malloc() that nothing initializes.
#include "defect.h"

static LV2_Handle unset_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                    const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = malloc(sizeof(uint32_t));
  return effect;
}
