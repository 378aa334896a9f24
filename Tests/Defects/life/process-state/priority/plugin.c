// Lowers the priority of the host's thread.
#include "defect.h"
#include <sys/resource.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  setpriority(PRIO_PROCESS, 0, 5);
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
