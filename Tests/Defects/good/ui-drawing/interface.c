// Each port event draws at once, in a tenth of a millisecond: 100 controls of a preset need less than the time of a picture.
#include "interface.h"

static void change(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format, const void *buffer) {
  change_port(handle, port, size, format, buffer);
  usleep(50);
}

INTERFACE(.port_event = change)
