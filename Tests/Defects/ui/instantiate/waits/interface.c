// A greeting, which the user has to close before instantiate() returns.
#include "menu.h"

static LV2UI_Handle greet(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                          LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                          const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface) wait_for_menu(interface, open_menu(interface));
  return interface;
}

INTERFACE(.instantiate = greet)
