// Creates one named semaphore for all instances and never removes it.
#include "defect.h"
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  char name[64];
  snprintf(name, sizeof name, "/defect-semaphore-%d", (int)getpid());
  sem_t *semaphore = sem_open(name, O_CREAT, 0600, 1);
  if (semaphore == SEM_FAILED) return NULL;
  sem_close(semaphore);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
