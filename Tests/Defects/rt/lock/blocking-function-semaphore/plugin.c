// Waits for an available semaphore in run().
#include "defect.h"
#include <semaphore.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->data = malloc(sizeof(sem_t));
  sem_init(effect->data, 0, 1);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  sem_wait(effect->data);
  good_run(handle, frames);
  sem_post(effect->data);
}

PLUGIN(.instantiate = instantiate, .run = run)
