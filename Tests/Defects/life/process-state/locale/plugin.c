// Sets the locale of the whole process to format its own numbers.
#include "defect.h"
#include <locale.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  setlocale(LC_NUMERIC, "C");
  return good_instantiate(descriptor, rate, bundle, features);
}

PLUGIN(.instantiate = instantiate)
