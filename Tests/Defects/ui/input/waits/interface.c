// The right button opens a menu, and idle() returns when it is closed.
#include "menu.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    if (event.type == ButtonPress && event.xbutton.button == Button3) wait_for_menu(interface, open_menu(interface));
    react(interface, &event);
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
