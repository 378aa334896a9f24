// cleanup() destroys the window of the host.
#include "interface.h"

static void end(LV2UI_Handle handle) {
  Interface *interface = handle;
  Window root, parent, *children;
  unsigned count;
  XQueryTree(interface->display, interface->window, &root, &parent, &children, &count);
  if (parent != root) XDestroyWindow(interface->display, parent);
  XFree(children);
  XFreeGC(interface->display, interface->context);
  XCloseDisplay(interface->display);
  free(interface);
}

INTERFACE(.cleanup = end)
