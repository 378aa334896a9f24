// instantiate() starts a thread that writes to NULL, and waits for it.
#include <pthread.h>

#include "defect.h"

static void *write_to_null(void *unused) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
  return unused;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, write_to_null, NULL) == 0) pthread_join(thread, NULL);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
