// Starts a thread for each instance and never ends it. More than 24 threads in a process would only take time.
#include "defect.h"
#include <pthread.h>
#include <unistd.h>

static void *sleeper(void *unused) {
  for (;;) pause();
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  static int threads;
  pthread_t thread;
  if (threads < 24) {
    ++threads;
    if (pthread_create(&thread, NULL, sleeper, NULL)) return NULL;
    pthread_detach(thread);
  }
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
