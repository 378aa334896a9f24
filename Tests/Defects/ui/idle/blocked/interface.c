// idle() waits for events that do not come.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  usleep(2200000);
  return idle_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
