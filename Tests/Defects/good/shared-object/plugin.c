// Creates a shared memory object and a named semaphore for each instance, and removes their names at once or in cleanup().
#include "defect.h"
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void name_of(LV2_Handle handle, char name[64]) {
  snprintf(name, 64, "/good-memory-%d-%p", (int)getpid(), (void *)handle);
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  LV2_Handle handle = good_instantiate(descriptor, rate, bundle, features);
  char name[64];
  name_of(handle, name);
  const int memory = shm_open(name, O_RDWR | O_CREAT, 0600);
  if (memory >= 0) close(memory);
  sem_t *semaphore = sem_open(name, O_CREAT, 0600, 1);
  if (semaphore != SEM_FAILED) sem_close(semaphore);
  sem_unlink(name);
  return handle;
}

static void cleanup(LV2_Handle handle) {
  char name[64];
  name_of(handle, name);
  shm_unlink(name);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
