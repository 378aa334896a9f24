// The window is only shown once.
#include "shown.h"

static int show(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (interface->data) return 0;
  interface->data = interface;
  return show_window(handle);
}

SHOWN(idle_shown, show, hide_window)
