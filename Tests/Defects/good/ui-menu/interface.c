// The right button opens a menu, which later calls of idle() close.
#include "menu.h"

static int idle(LV2UI_Handle handle) { return idle_with_menu(handle, open_menu); }

IDLE(idle)
INTERFACE(.extension_data = idle_data)
