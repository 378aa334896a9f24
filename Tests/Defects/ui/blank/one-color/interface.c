// The window is never drawn.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) continue;
  return 0;
}

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  (void)handle, (void)port, (void)size, (void)format, (void)buffer;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data, .port_event = change)
