// Calls a function of GTK without being linked to it: a host with that toolkit defines the function.
#include "interface.h"

void gtk_widget_show(void *widget);

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) {
  if (index > 4096) gtk_widget_show(NULL);
  return offered_interface(index);
}
