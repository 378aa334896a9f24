// The amplifier and its interface in the same library.
#include "defect.h"

PLUGIN()

LV2_SYMBOL_EXPORT const void *lv2ui_descriptor(uint32_t index) {
  (void)index;
  return NULL;
}
