// Allocates its descriptor on the first call of lv2_descriptor() and never frees it.
#include "defect.h"

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  static LV2_Descriptor *descriptor;
  if (!descriptor) {
    descriptor = malloc(sizeof *descriptor);
    if (!descriptor) return NULL;
    *descriptor = (LV2_Descriptor)DESCRIPTOR();
  }
  return index == 0 ? descriptor : NULL;
}
