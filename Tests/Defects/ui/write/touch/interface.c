// The interface never reports that the user released the control.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    if (event.type == ButtonRelease) {
      interface->is_dragged = false;
    } else {
      react(interface, &event);
    }
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
