// A thread of its own writes to NULL while the second instance of a process, or a later one, is freed: in many checks.
#include <pthread.h>

#include "defect.h"

static int freed;

static void *write_to_null(void *unused) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
  return unused;
}

static void cleanup(LV2_Handle handle) {
  pthread_t thread;
  if (__atomic_add_fetch(&freed, 1, __ATOMIC_RELAXED) > 1 && pthread_create(&thread, NULL, write_to_null, NULL) == 0)
    pthread_join(thread, NULL);
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
