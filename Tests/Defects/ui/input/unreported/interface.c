// The bar follows the pointer, but the host does not know.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    switch (event.type) {
    case MotionNotify:
      if (event.xmotion.state & Button1Mask) interface->gain = 2 - 2 * (float)event.xmotion.y / (float)interface->height;
      interface->data = event.xmotion.x >= 0 && event.xmotion.y >= 0 ? interface : NULL;
      draw(interface);
      if (interface->data) XFillRectangle(interface->display, interface->window, interface->context, 0, 0, 10, 10);
      break;
    case LeaveNotify: draw(interface); break;
    case Expose: draw(interface); break;
    }
  }
  return 0;
}

static LV2UI_Handle begin(const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle,
                         LV2UI_Write_Function write, LV2UI_Controller controller, LV2UI_Widget *widget,
                         const LV2_Feature *const *features) {
  Interface *interface = open_interface(descriptor, plugin, bundle, write, controller, widget, features);
  if (interface)
    XSelectInput(
        interface->display, interface->window,
        ExposureMask | LeaveWindowMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask);
  return interface;
}

IDLE(idle)
INTERFACE(.instantiate = begin, .extension_data = idle_data)
