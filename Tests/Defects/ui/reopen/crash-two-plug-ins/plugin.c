// Two plug-ins with the same code.
#include "defect.h"

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  static const LV2_Descriptor plugins[] = {DESCRIPTOR(), DESCRIPTOR(.URI = DEFECT_URI "-other")};
  return index < 2 ? &plugins[index] : NULL;
}
