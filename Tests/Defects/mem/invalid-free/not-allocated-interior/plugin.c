// Frees an aligned pointer into the middle of a block.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(1000);
  return effect;
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  void *block = effect->data;
  effect->data = (char *)block + 16;
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
