// Copies the block into a buffer of 4096 samples, followed by an unmapped page.
#include "defect.h"
#include <sys/mman.h>

enum { size = 4096 * sizeof(float), page = 4096 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  effect->port[OTHER] = mmap(NULL, size + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(effect->port[OTHER], size, PROT_READ | PROT_WRITE);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  memcpy(effect->port[OTHER], effect->port[INPUT], sizeof(float) * frames);
  good_run(handle, frames);
}

static void cleanup(LV2_Handle handle) {
  munmap(((Effect *)handle)->port[OTHER], size + page);
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup)
