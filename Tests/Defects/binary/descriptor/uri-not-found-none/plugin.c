// Returns no descriptor.
#include "defect.h"

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return NULL; }
