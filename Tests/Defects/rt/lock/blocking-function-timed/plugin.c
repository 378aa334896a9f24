// Locks a mutex in run() with a timeout of one second.
#include "defect.h"
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  if (pthread_mutex_timedlock(&mutex, &deadline) == 0) pthread_mutex_unlock(&mutex);
  good_run(handle, frames);
}

PLUGIN(.run = run)
