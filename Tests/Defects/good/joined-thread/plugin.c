// Has a thread, which cleanup() ends and joins.
#include "defect.h"
#include <pthread.h>
#include <semaphore.h>

typedef struct {
  pthread_t thread;
  sem_t end;
} Helper;

static void *wait_for_end(void *memory) {
  sem_wait(&((Helper *)memory)->end);
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Helper *helper = effect->data = malloc(sizeof *helper);
  sem_init(&helper->end, 0, 0);
  if (pthread_create(&helper->thread, NULL, wait_for_end, helper)) {
    good_cleanup(effect);
    return NULL;
  }
  return effect;
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  Helper *helper = effect->data;
  sem_post(&helper->end);
  pthread_join(helper->thread, NULL);
  sem_destroy(&helper->end);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
