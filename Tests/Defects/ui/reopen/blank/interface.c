// A static variable remembers that the window was drawn.
#include "interface.h"

static int drawings;

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    if (event.type == Expose && drawings++ > 0) continue;
    if (event.type == Expose) react(interface, &event);
  }
  return 0;
}

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  (void)handle, (void)port, (void)size, (void)format, (void)buffer;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data, .port_event = change)
