// Locks a read-write lock for writing in run().
#include "defect.h"
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  good_run(handle, frames);
}

PLUGIN(.run = run)
