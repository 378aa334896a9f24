// cleanup() closes the window, but not the connection to the X server.
#include "interface.h"

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  XFreeGC(interface->display, interface->context);
  XDestroyWindow(interface->display, interface->window);
  XFlush(interface->display);
  free(interface);
}

INTERFACE(.cleanup = end)
