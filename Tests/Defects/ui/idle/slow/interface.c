// idle() waits for 60 ms.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  usleep(60000);
  return idle_interface(handle);
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
