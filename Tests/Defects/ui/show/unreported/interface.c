// The user closes the window, but idle() returns 0.
#include "shown.h"

static int idle(LV2UI_Handle handle) {
  idle_shown(handle);
  return 0;
}

SHOWN(idle, show_window, hide_window)
