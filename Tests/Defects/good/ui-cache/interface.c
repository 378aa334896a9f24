// The pictures of all instances are loaded once, and a list of 20 recent values grows to its size.
#include "interface.h"

static void *pictures;

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  if (!pictures) pictures = calloc(1, 100000);
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface) interface->data = pictures;
  return interface;
}

INTERFACE(.instantiate = begin)
