/// An interface that does something else than the correct one when the user presses a button. The including file
/// defines `click(interface)`.
#include "interface.h"

static void click(Interface *interface);

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    if (event.type == ButtonPress) click(interface);
    else react(interface, &event);
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
