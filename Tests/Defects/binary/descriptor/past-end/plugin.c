// Returns NULL only for the index after the last plug-in, and the descriptor for all others.
#include "defect.h"

static const LV2_Descriptor descriptor = DESCRIPTOR();

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) { return index == 1 ? NULL : &descriptor; }
