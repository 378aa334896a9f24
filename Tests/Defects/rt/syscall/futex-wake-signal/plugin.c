// Signals its own waiting thread in run(), which enters the kernel only while that thread waits. The thread is busy for
// 200 us at a time: it waits at the start of each block in real time, and rarely if blocks follow without a pause.
#include "defect.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wanted;
  atomic_bool ends;
} Helper;

static void *help(void *argument) {
  Helper *helper = argument;
  pthread_mutex_lock(&helper->mutex);
  while (!helper->ends) {
    pthread_cond_wait(&helper->wanted, &helper->mutex);
    usleep(200);
  }
  pthread_mutex_unlock(&helper->mutex);
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Helper *helper = effect ? calloc(1, sizeof *helper) : NULL;
  if (!helper) return NULL;
  pthread_mutex_init(&helper->mutex, NULL);
  pthread_cond_init(&helper->wanted, NULL);
  effect->data = helper;
  pthread_create(&helper->thread, NULL, help, helper);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Helper *helper = ((Effect *)handle)->data;
  pthread_cond_signal(&helper->wanted);
  good_run(handle, frames);
}

static void cleanup(LV2_Handle handle) {
  Helper *helper = ((Effect *)handle)->data;
  pthread_mutex_lock(&helper->mutex);
  helper->ends = true;
  pthread_cond_signal(&helper->wanted);
  pthread_mutex_unlock(&helper->mutex);
  pthread_join(helper->thread, NULL);
  pthread_cond_destroy(&helper->wanted);
  pthread_mutex_destroy(&helper->mutex);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
