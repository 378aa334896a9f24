// The right button opens a menu as wide as a quarter of the desktop's work area, which every desktop states; Escape closes it.
#include "menu.h"
#include <X11/Xatom.h>

/// The width of the work area; 0 if the desktop states none.
static long work_width(Display *display) {
  Atom type;
  int format;
  unsigned long count, rest;
  unsigned char *area = NULL;
  const Atom property = XInternAtom(display, "_NET_WORKAREA", False);
  XGetWindowProperty(
      display, DefaultRootWindow(display), property, 0, 4, False, XA_CARDINAL, &type, &format, &count, &rest, &area);
  const long width = format == 32 && count == 4 ? ((long *)area)[2] : 0;
  if (area) XFree(area);
  return width;
}

static Window open_wide_menu(Interface *interface) {
  const Window menu = open_menu(interface);
  XResizeWindow(interface->display, menu, (unsigned)(work_width(interface->display) / 4), 90);
  return menu;
}

static int idle(LV2UI_Handle handle) { return idle_with_menu(handle, open_wide_menu); }

IDLE(idle)
INTERFACE(.extension_data = idle_data)
