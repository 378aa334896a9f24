// The border lights up under the pointer, and nothing else changes.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    react(interface, &event);
    if (event.type == MotionNotify)
      XDrawRectangle(interface->display, interface->window, interface->context, 1, 1, 90, 70);
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
