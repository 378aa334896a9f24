// Makes its bundle the working directory of the process.
#include "defect.h"
#include <unistd.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (chdir(bundle)) return NULL;
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
