// The window of the interface is not in that of the host.
#include "interface.h"

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  static const LV2_Feature *const none[] = {NULL};
  (void)features;
  return open_interface(descriptor, plugin, bundle, write, controller, widget, none);
}

INTERFACE(.instantiate = begin)
