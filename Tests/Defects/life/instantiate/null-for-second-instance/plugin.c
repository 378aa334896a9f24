// A static variable holds the only instance; instantiate() returns NULL while it exists.
#include "defect.h"

static bool taken;

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  if (taken) return NULL;
  taken = true;
  return good_instantiate(descriptor, rate, bundle, features);
}

static void cleanup(LV2_Handle handle) {
  taken = false;
  good_cleanup(handle);
}

PLUGIN(.instantiate = instantiate, .cleanup = cleanup)
