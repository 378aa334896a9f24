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

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    const Window menu = (Window)(uintptr_t)interface->data;
    if (event.type == ButtonPress && event.xbutton.button == Button3 && !menu) {
      const Window opened = open_menu(interface);
      XResizeWindow(interface->display, opened, (unsigned)(work_width(interface->display) / 4), 90);
      interface->data = (void *)(uintptr_t)opened;
    }
    if (menu && (event.type == ButtonPress || closes_menu(&event, menu))) {
      XDestroyWindow(interface->display, menu);
      interface->data = NULL;
    }
    if (event.xany.window == interface->window) react(interface, &event);
  }
  return 0;
}

IDLE(idle)
INTERFACE(.extension_data = idle_data)
