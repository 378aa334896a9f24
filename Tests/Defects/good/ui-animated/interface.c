// A point moves all the time, also while another interface receives values.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  interface->data = (char *)interface->data + 1;
  const int place = (int)((uintptr_t)interface->data / 8 % 80);
  draw(interface);
  XFillRectangle(interface->display, interface->window, interface->context, place, 0, 5, 5);
  return idle_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
