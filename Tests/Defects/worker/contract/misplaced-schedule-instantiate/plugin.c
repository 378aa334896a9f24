// Schedules work in instantiate().
#include "worker.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = worker_instantiate(descriptor, rate, bundle, features);
  if (effect) schedule(effect, 1);
  return effect;
}

WORKER_PLUGIN(good_work, good_response, .instantiate = instantiate)
