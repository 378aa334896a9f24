// Locks a mutex in run() and does not declare lv2:hardRTCapable.
#include "defect.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_mutex_lock(&mutex);
  good_run(handle, frames);
  pthread_mutex_unlock(&mutex);
}

PLUGIN(.run = run)
