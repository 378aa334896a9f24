// A table has one entry for each multiple of 44.1 kHz; 384 kHz indexes far past its end.
#include "defect.h"

static volatile char table[8];

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  const int place = (int)(rate / 44100);
  if (place >= 8) (void)table[(size_t)place << 40];
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
