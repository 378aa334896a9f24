// Locks a mutex once per second.
#include "defect.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  // `kept` counts the frames since the last second.
  effect->kept += frames;
  if (effect->kept >= effect->rate) {
    effect->kept = 0;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
