// Creates a shared memory object for each instance and never removes it.
#include "defect.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  static int count;
  char name[64];
  snprintf(name, sizeof name, "/defect-memory-%d-%d", (int)getpid(), count++);
  const int descriptor_of_memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (descriptor_of_memory < 0) return NULL;
  close(descriptor_of_memory);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
