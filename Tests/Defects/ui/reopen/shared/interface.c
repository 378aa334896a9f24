// All instances show the gain of the one that received it last.
#include "interface.h"

static float shared = 1;

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  change_port(handle, port, size, format, buffer);
  shared = ((Interface *)handle)->gain;
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (interface->gain != shared) {
    interface->gain = shared;
    draw(interface);
  }
  return idle_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data, .port_event = change)
