// show() returns what XMapRaised() returns.
#include "shown.h"

static int show(LV2UI_Handle handle) {
  Interface *interface = handle;
  take_part_in_closing(interface);
  return XMapRaised(interface->display, interface->window);
}

SHOWN(idle_shown, show, hide_window)
