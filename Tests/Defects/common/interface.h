/// An interface that a library offers besides its plug-in. Its URI is DEFECT_URI "#ui".
#ifndef INTERFACE_H
#define INTERFACE_H

#include "defect.h"
#include <lv2/ui/ui.h>

SPARE LV2UI_Handle open_interface(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                                  LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                                  const LV2_Feature *const *features) {
  (void)descriptor, (void)plugin, (void)bundle, (void)write, (void)controller, (void)widget, (void)features;
  return NULL;
}

SPARE void close_interface(LV2UI_Handle handle) { (void)handle; }

/// The descriptor with the index `index`; NULL after the last one.
SPARE const LV2UI_Descriptor *offered_interface(uint32_t index) {
  static const LV2UI_Descriptor interface = {
    .URI = DEFECT_URI "#ui", .instantiate = open_interface, .cleanup = close_interface};
  return index == 0 ? &interface : NULL;
}

/// The entry point of the interface.
#define INTERFACE() \
  LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) { return offered_interface(index); }

#endif
