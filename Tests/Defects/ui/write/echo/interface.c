// The knob has ten steps, and writes its position when port_event() turns it.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  Interface *interface = handle;
  change_port(handle, port, size, format, buffer);
  interface->gain = fminf(interface->gain, 1.9f);
  interface->write(interface->controller, GAIN, sizeof(float), 0, &interface->gain);
}

INTERFACE(.port_event = change)
