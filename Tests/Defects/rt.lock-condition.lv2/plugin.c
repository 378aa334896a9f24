// Waits in run for another thread's signal, until a time long past: it takes no system call to find that out.
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
