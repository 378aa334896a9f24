// A knob that sets a member of the plug-in by instance-access, and writes to no port.
#include "interface.h"

static void set(Interface *interface, int y) {
  interface->gain = 2 - 2 * (float)y / (float)interface->height;
  draw(interface);
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    switch (event.type) {
    case ButtonPress:
      interface->is_dragged = event.xbutton.button == Button1;
      if (interface->is_dragged) set(interface, event.xbutton.y);
      break;
    case ButtonRelease: interface->is_dragged = false; break;
    case MotionNotify:
      if (interface->is_dragged) set(interface, event.xmotion.y);
      break;
    default: react(interface, &event);
    }
  }
  XFlush(interface->display);
  return 0;
}

static void cleanup(LV2UI_Handle handle) {
  ((Interface *)handle)->is_dragged = false;
  close_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data, .cleanup = cleanup)
