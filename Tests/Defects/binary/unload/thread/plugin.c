// Starts a thread in a constructor; the thread still runs code of the library when the library is closed.
#include "defect.h"
#include <pthread.h>
#include <unistd.h>

static void *sleeper(void *unused) {
  for (;;) pause();
  return NULL;
}

__attribute__((constructor)) static void load(void) {
  pthread_t thread;
  if (!pthread_create(&thread, NULL, sleeper, NULL)) pthread_detach(thread);
}

PLUGIN()
