/// A window beside the interface that Escape closes, as a menu or a dialog.
#ifndef MENU_H
#define MENU_H

#include "interface.h"
#include <X11/keysym.h>

SPARE Window open_menu(Interface *interface) {
  XSetWindowAttributes attributes = {
    .override_redirect = True, .background_pixel = 0xc0c0c0, .event_mask = KeyPressMask | ExposureMask};
  const Window menu = XCreateWindow(
    interface->display, DefaultRootWindow(interface->display), 600, 400, 120, 90, 1, CopyFromParent, InputOutput,
    CopyFromParent, CWOverrideRedirect | CWBackPixel | CWEventMask, &attributes);
  XMapRaised(interface->display, menu);
  XFlush(interface->display);
  return menu;
}

/// Whether an event closes the menu.
SPARE bool closes_menu(XEvent *event, Window menu) {
  return event->type == KeyPress && event->xkey.window == menu && XLookupKeysym(&event->xkey, 0) == XK_Escape;
}

/// Waits until Escape closes the menu.
SPARE void wait_for_menu(Interface *interface, Window menu) {
  XEvent event;
  do XNextEvent(interface->display, &event);
  while (!closes_menu(&event, menu));
  XDestroyWindow(interface->display, menu);
  XFlush(interface->display);
}

#endif
