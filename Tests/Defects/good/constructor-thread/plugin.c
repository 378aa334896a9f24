// A constructor of the library starts a thread, which starts another, and waits for it. The constructor holds the
// dynamic linker's lock meanwhile.
#include "defect.h"

#include <pthread.h>

static void *end(void *argument) { return argument; }

static void *start(void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, end, NULL) == 0) pthread_join(thread, NULL);
  return argument;
}

__attribute__((constructor)) static void begin(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, start, NULL) == 0) pthread_join(thread, NULL);
}

PLUGIN()
