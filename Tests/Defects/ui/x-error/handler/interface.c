// The interface replaces the error handler of the process.
#include "interface.h"

static int ignore(Display *display, XErrorEvent *event) {
  (void)display, (void)event;
  return 0;
}

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  XSetErrorHandler(ignore);
  return open_interface(descriptor, plugin, bundle, write, controller, widget, features);
}

INTERFACE(.instantiate = begin)
