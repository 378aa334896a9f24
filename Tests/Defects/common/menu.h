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

/// idle() of an interface whose right button opens a menu with `open`, which later calls close. The menu is the data of the
/// folder.
SPARE int idle_with_menu(LV2UI_Handle handle, Window (*open)(Interface *)) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    const bool opens = event.type == ButtonPress && event.xbutton.button == Button3;
    const Window menu = (Window)(uintptr_t)interface->data;
    if (opens && !menu) interface->data = (void *)(uintptr_t)open(interface);
    if (menu && (event.type == ButtonPress || closes_menu(&event, menu))) {
      XDestroyWindow(interface->display, menu);
      interface->data = NULL;
    }
    if (event.xany.window == interface->window) react(interface, &event);
  }
  return 0;
}

#endif
