/// A thread of the plug-in that crashes.
#ifndef THREAD_H
#define THREAD_H

#include <pthread.h>

#include "defect.h"

SPARE void *write_to_null(void *unused) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
  return unused;
}

/// Starts the thread and waits for it.
SPARE void crash_in_a_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, write_to_null, NULL) == 0) pthread_join(thread, NULL);
}

#endif
