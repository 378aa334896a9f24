// Calls a function that no library defines.
#include "interface.h"

void draw_without_library(void);

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) {
  if (index > 4096) draw_without_library();
  return offered_interface(index);
}
