// Maps a buffer for each instance and never unmaps it.
#include "defect.h"
#include <sys/mman.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return NULL;
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
