// cleanup() destroys the window twice.
#include "interface.h"

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  XDestroyWindow(interface->display, interface->window);
  close_interface(handle);
}

INTERFACE(.cleanup = end)
