// A click writes with a protocol of its own.
#include "interface.h"

static LV2_URID map(const Interface *interface) {
  return interface->map ? interface->map->map(interface->map->handle, "urn:defect:protocol") : 0;
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (XPending(interface->display)) {
    XNextEvent(interface->display, &event);
    if (event.type == ButtonPress) {
      const float value = interface->gain;
      interface->write(interface->controller, GAIN, sizeof(float), map(interface), &value);
    } else {
      react(interface, &event);
    }
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
