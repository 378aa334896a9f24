// Has one descriptor more than plug-ins, and that is all zero.
#include "defect.h"

static const LV2_Descriptor descriptors[2] = {DESCRIPTOR()};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index > 1 ? NULL : &descriptors[index];
}
