// Aligns the address that malloc() returned, and frees the aligned address.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = (void *)(((uintptr_t)malloc(1000 + 63) + 63) & ~(uintptr_t)63);
  return effect;
}

PLUGIN(.instantiate = instantiate)
