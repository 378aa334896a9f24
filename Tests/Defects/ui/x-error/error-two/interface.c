// All open interfaces draw with one picture, which the first one that closes frees.
#include "interface.h"

static Pixmap picture;
static int count;

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface && count++ == 0) picture = XCreatePixmap(interface->display, interface->window, 10, 10, 24);
  return interface;
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XCopyArea(interface->display, picture, interface->window, interface->context, 0, 0, 10, 10, 0, 0);
  return idle_interface(handle);
}

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (picture) XFreePixmap(interface->display, picture);
  picture = None;
  --count;
  close_interface(handle);
}

IDLE(idle)
INTERFACE(.instantiate = begin, .extension_data = idle_data, .cleanup = end)
