// idle() reads a picture that was not loaded.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  const Interface *interface = handle;
  return *(const char *)interface->data;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
