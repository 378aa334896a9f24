// A port that does not exist is the index of a table.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  static const char *const names[] = {"gain", "in", "out"};
  if (port >= 3 && !names[port & 3]) return;
  if (port >= 3) *(volatile char *)(uintptr_t)port = 0;
  change_port(handle, port, size, format, buffer);
}

INTERFACE(.port_event = change)
