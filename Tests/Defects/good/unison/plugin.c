// Each instance from the ninth simultaneous one on is a little louder, which has nothing to do with threads.
#include <stdatomic.h>

#include "defect.h"

static atomic_int alive;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->kept = atomic_fetch_add(&alive, 1) < 8 ? 1 : 1.01f;
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] *= effect->kept;
}

static void cleanup(LV2_Handle handle) {
  atomic_fetch_sub(&alive, 1);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
