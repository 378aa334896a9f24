// The right button opens a menu that does not exist.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    if (event.type == ButtonPress && event.xbutton.button == Button3) *(volatile char *)interface->data = 1;
    react(interface, &event);
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
