// The length of a buffer is set at 48 kHz only.
#include "defect.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  uint32_t *length = malloc(sizeof *length);
  if (rate == 48000) *length = 1024;
  const bool isTooLong = *length > 1 << 20;
  free(length);
  return isTooLong ? NULL : good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
