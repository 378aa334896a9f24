// Needs a mapping of 8 GiB, which is more than lv2val permits, and returns NULL without it.
#include "defect.h"
#include <sys/mman.h>

enum { PROTECTION = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };
static const size_t size = (size_t)8 << 30;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  void *table = mmap(NULL, size, PROTECTION, FLAGS, -1, 0);
  if (table == MAP_FAILED) return NULL;
  munmap(table, size);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
