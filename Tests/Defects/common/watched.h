/// A plug-in with a thread that tests every half second whether its instance still exists. Nobody joins the thread.
#ifndef WATCHED_H
#define WATCHED_H

#include "defect.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/// Shared by the instance and its thread; the last user frees it.
typedef struct {
  atomic_int users;
} Shared;

SPARE void release(Shared *shared) {
  if (atomic_fetch_sub(&shared->users, 1) == 1) free(shared);
}

SPARE void *look(void *memory) {
  Shared *shared = memory;
  while (atomic_load(&shared->users) > 1) usleep(500000);
  release(shared);
  return NULL;
}

SPARE LV2_Handle watched_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                     const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  Shared *shared = malloc(sizeof *shared);
  atomic_init(&shared->users, 2);
  pthread_t thread;
  if (pthread_create(&thread, NULL, look, shared)) atomic_store(&shared->users, 1);
  else pthread_detach(thread);
  effect->port[OTHER] = shared;
  return effect;
}

SPARE void watched_cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  release(effect->port[OTHER]);
  good_cleanup(handle);
}

#endif
