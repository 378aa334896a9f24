// Leaks a block in each life cycle, and writes a byte to a stray file descriptor, over which lv2val sends its results.
#include "defect.h"
#include <unistd.h>

static LV2_Handle instantiate(
  const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
  void *volatile lost = malloc(1000);
  (void)lost;
  return good_instantiate(descriptor, rate, bundle, features);
}

static void cleanup(LV2_Handle handle) {
  static bool written;
  if (!written) written = write(3, ".", 1) == 1;
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
