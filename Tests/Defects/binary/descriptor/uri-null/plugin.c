// Returns one more descriptor than it has plug-ins; all bytes of the last one are 0.
#include "defect.h"

static const LV2_Descriptor descriptors[2] = {DESCRIPTOR()};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index > 1 ? NULL : &descriptors[index];
}
