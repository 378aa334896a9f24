// idle() always reports that the window was closed.
#include "interface.h"

static int idle(LV2UI_Handle handle) { return !idle_interface(handle); }

IDLE(idle)
INTERFACE(.extension_data = idle_data)
