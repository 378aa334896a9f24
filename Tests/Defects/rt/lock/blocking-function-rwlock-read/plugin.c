// Locks a read-write lock for reading in run(); a writer can hold it for any time.
#include "defect.h"
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_rwlock_rdlock(&lock);
  good_run(handle, frames);
  pthread_rwlock_unlock(&lock);
}

PLUGIN(.run = run)
