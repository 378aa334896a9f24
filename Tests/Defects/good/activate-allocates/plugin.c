// Allocates, locks, reads a file and sleeps in instantiate(), activate() and deactivate(), which may do so.
#include "defect.h"
#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  pthread_mutex_lock(&mutex);
  free(effect->data);
  effect->data = calloc(1000, sizeof(float));
  pthread_mutex_unlock(&mutex);
  const int file = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read(file, effect->data, 64) == 64) close(file);
  nanosleep(&(struct timespec){0, 1000}, NULL);
}

static void deactivate(LV2_Handle handle) {
  Effect *effect = handle;
  free(effect->data);
  effect->data = NULL;
}

PLUGIN(.activate = activate, .deactivate = deactivate)
