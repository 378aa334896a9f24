// Branches on a flag that is never set, which selects the polarity.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(200000);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  if (((char *)effect->data)[100000] != 0)
    for (uint32_t i = 0; i < frames; ++i) output[i] = -output[i];
}

PLUGIN(.instantiate = instantiate, .run = run)
