// In the frame of a window manager, the interface believes that its window is in one of the host, which closes it.
#include "shown.h"

static bool has_parent(const Interface *interface) {
  Window root, parent, *children;
  unsigned count;
  if (!XQueryTree(interface->display, interface->window, &root, &parent, &children, &count)) return false;
  if (children) XFree(children);
  return parent != root;
}

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  const bool is_embedded = has_parent(interface);
  const int is_closed = idle_shown(interface);
  if (!is_embedded) return is_closed;
  interface->is_closed = false;
  return 0;
}

SHOWN(idle, show_window, hide_window)
