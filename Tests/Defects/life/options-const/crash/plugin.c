// instantiate() writes another block length into the host's options.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  LV2_Options_Option *option = (LV2_Options_Option *)effect->options;
  if (option && option->key) option->subject = 0;
  return effect;
}

PLUGIN(.instantiate = instantiate)
