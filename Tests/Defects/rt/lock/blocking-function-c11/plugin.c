// Locks a mutex in run() with mtx_lock() of C11.
#include "defect.h"
#include <threads.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof(mtx_t));
  mtx_init(effect->data, mtx_plain);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  mtx_lock(effect->data);
  good_run(handle, frames);
  mtx_unlock(effect->data);
}

PLUGIN(.instantiate = instantiate, .run = run)
