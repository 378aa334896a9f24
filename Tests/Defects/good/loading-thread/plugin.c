// Loads its data in its own thread for some milliseconds after instantiate(), and outputs silence until then.
#include "defect.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

typedef struct {
  pthread_t thread;
  atomic_bool ready;
} Loader;

static void *load(void *data) {
  const struct timespec time = {.tv_nsec = 3000000};
  nanosleep(&time, NULL);
  atomic_store(&((Loader *)data)->ready, true);
  return NULL;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Loader *loader = effect->data = calloc(1, sizeof *loader);
  if (pthread_create(&loader->thread, NULL, load, loader) == 0) return effect;
  good_cleanup(effect);
  return NULL;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (atomic_load(&((Loader *)effect->data)->ready)) {
    good_run(handle, frames);
  } else {
    memset(effect->port[OUTPUT], 0, frames * sizeof(float));
  }
}

static void cleanup(LV2_Handle handle) {
  pthread_join(((Loader *)((Effect *)handle)->data)->thread, NULL);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
