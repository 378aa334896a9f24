// Reports a latency that depends on the number of earlier instances.
#include "defect.h"

static uint32_t instances;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->rate = (double)(instances++ % 32);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  *(float *)effect->port[OTHER] = (float)effect->rate;
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
