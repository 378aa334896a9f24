// The maximum of the gain has no name.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  static const char *const names[] = {"off", "unity", NULL};
  change_port(handle, port, size, format, buffer);
  const Interface *interface = handle;
  XStoreName(interface->display, interface->window, strlen(names[(int)interface->gain]) ? "gain" : "");
}

INTERFACE(.port_event = change)
