// Uses heap blocks from the first to the last byte, with realloc(), malloc_usable_size() and posix_memalign().
#include "defect.h"

#include <malloc.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  for (size_t size = 1; size < 10000; size += 777) {
    char *block = malloc(size);
    if (!block) break;
    memset(block, 1, malloc_usable_size(block));
    char *larger = realloc(block, 2 * size);
    if (larger) memset(larger + size, larger[size - 1], size);
    free(larger ? larger : block);
  }
  void *aligned;
  if (posix_memalign(&aligned, 4096, 4096) == 0) effect->data = memset(aligned, 0, 4096);
  return effect;
}

PLUGIN(.instantiate = instantiate)
