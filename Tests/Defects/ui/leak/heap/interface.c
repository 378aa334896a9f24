// cleanup() does not free the picture of the background.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  Interface *interface = handle;
  if (!interface->data) interface->data = malloc(5000);
  change_port(handle, port, size, format, buffer);
}

INTERFACE(.port_event = change)
