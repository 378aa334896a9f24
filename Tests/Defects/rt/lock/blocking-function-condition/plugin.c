// Waits for a condition variable in run(), with a deadline in the past, so that no system call is needed.
#include "defect.h"
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  const struct timespec deadline = {-1, 0};
  if (pthread_mutex_trylock(&mutex) == 0) {
    pthread_cond_timedwait(&condition, &mutex, &deadline);
    pthread_mutex_unlock(&mutex);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
