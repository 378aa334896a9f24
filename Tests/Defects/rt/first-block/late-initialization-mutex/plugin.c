// Locks a mutex in the first run(), to register the instance.
#include "defect.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint32_t instances;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs == 0) {
    pthread_mutex_lock(&mutex);
    ++instances;
    pthread_mutex_unlock(&mutex);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
