// A click writes to the audio output.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (XPending(interface->display)) {
    XNextEvent(interface->display, &event);
    if (event.type == ButtonPress) {
      const float value = interface->gain;
      interface->write(interface->controller, OUTPUT, sizeof(float), 0, &value);
    } else {
      react(interface, &event);
    }
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
