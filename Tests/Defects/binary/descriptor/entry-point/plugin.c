// Has no entry point with a name that the specification defines.
#include "defect.h"

static const LV2_Descriptor descriptor = DESCRIPTOR();

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptors(uint32_t index) { return index == 0 ? &descriptor : NULL; }
