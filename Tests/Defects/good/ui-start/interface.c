// The interface writes the value that the control has already, and ignores X errors while it opens.
#include "interface.h"

static int ignore(Display *display, XErrorEvent *event) {
  (void)display, (void)event;
  return 0;
}

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  const float start = 1;
  write(controller, GAIN, sizeof start, 0, &start);
  int (*const before)(Display *, XErrorEvent *) = XSetErrorHandler(ignore);
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  XSetErrorHandler(before);
  return interface;
}

INTERFACE(.instantiate = begin)
