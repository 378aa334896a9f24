// Each port event waits until the window is drawn.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  change_port(handle, port, size, format, buffer);
  usleep(1500);
}

INTERFACE(.port_event = change)
