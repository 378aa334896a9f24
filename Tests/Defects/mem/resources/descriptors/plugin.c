// Opens a file for each instance and never closes it.
#include "defect.h"
#include <fcntl.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0) return NULL;
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
