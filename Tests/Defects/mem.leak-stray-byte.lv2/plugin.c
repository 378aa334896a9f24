// Loses a block in every life, and writes a byte into a descriptor that it takes for its log: lv2val's results go there.
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
