// Two functions allocate what cleanup() does not free.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->port[OTHER] = malloc(100);
  return effect;
}

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->port[OTHER] = malloc(1000);
}

PLUGIN(.instantiate = instantiate, .activate = activate)
