// The window manager does not ask the interface to close its window.
#include "shown.h"

static int show(LV2UI_Handle handle) {
  Interface *interface = handle;
  XMapRaised(interface->display, interface->window);
  XFlush(interface->display);
  return 0;
}

SHOWN(idle_shown, show, hide_window)
