// Allocates 40000 heap blocks in one instance, and starts a thread with its own stack.
#include "defect.h"
#include <pthread.h>

enum { BLOCKS = 40000 };

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  for (void **block = effect->data; block;) {
    void **next = *block;
    free(block);
    block = next;
  }
  free(effect);
}

static void *nothing(void *unused) { return unused; }

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  for (int i = 0; i < BLOCKS; ++i) {
    void **block = malloc(sizeof *block);
    *block = effect->data;
    effect->data = block;
  }
  pthread_t thread;
  if (pthread_create(&thread, NULL, nothing, NULL)) {
    cleanup(effect);
    return NULL;
  }
  pthread_join(thread, NULL);
  return effect;
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
