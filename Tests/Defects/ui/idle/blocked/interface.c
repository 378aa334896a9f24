// After some calls, idle() waits for events that do not come.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  if ((interface->data = (char *)interface->data + 1) > (void *)12) usleep(2200000);
  return idle_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
