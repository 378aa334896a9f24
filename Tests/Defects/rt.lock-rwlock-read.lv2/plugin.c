// Reads its settings behind a read-write lock, whose writer can hold it for as long as it likes.
#include "defect.h"
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_rwlock_rdlock(&lock);
  good_run(handle, frames);
  pthread_rwlock_unlock(&lock);
}

PLUGIN(.run = run)
