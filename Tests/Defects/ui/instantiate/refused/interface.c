// The interface opens only if the host has the optional feature ui:touch.
#include "interface.h"

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  return feature(features, LV2_UI__touch) ? open_interface(descriptor, plugin, bundle, write, controller, widget, features) : NULL;
}

INTERFACE(.instantiate = begin)
