// hide() of a window that the user closed uses a context that is gone.
#include "shown.h"

static int hide(LV2UI_Handle handle) {
  Interface *interface = handle;
  int *context = interface->is_closed ? NULL : &interface->width;
  *context = 0;
  return hide_window(handle);
}

SHOWN(idle_shown, show_window, hide)
