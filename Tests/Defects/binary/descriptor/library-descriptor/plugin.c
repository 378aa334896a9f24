// lv2_lib_descriptor() returns NULL.
#include "defect.h"

LV2_SYMBOL_EXPORT const LV2_Lib_Descriptor *lv2_lib_descriptor(const char *bundle, const LV2_Feature *const *features) {
  return NULL;
}
