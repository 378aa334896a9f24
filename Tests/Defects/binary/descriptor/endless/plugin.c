// Returns its only descriptor for every index.
#include "defect.h"

static const LV2_Descriptor descriptor = DESCRIPTOR();

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return &descriptor; }
