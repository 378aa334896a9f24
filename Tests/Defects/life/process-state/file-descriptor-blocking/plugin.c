// Makes the host's standard input non-blocking.
#include "defect.h"
#include <fcntl.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
