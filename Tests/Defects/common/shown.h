/// A correct interface with ui:showInterface, which opens its own window.
///
///     static int hide(LV2UI_Handle handle) { ... }
///     SHOWN(idle_shown, show_window, hide)
#ifndef SHOWN_H
#define SHOWN_H

#include "interface.h"

/// Takes part in the message with which a window manager asks to close the window.
SPARE void take_part_in_closing(Interface *interface) {
  Atom deletion = XInternAtom(interface->display, "WM_DELETE_WINDOW", False);
  XSetWMProtocols(interface->display, interface->window, &deletion, 1);
}

SPARE int show_window(LV2UI_Handle handle) {
  Interface *interface = handle;
  take_part_in_closing(interface);
  interface->is_closed = false;
  XMapRaised(interface->display, interface->window);
  XFlush(interface->display);
  return 0;
}

SPARE int hide_window(LV2UI_Handle handle) {
  Interface *interface = handle;
  XUnmapWindow(interface->display, interface->window);
  XFlush(interface->display);
  return 0;
}

/// Processes all events. The only message is that of the window manager.
SPARE int idle_shown(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    react(interface, &event);
    if (event.type != ClientMessage) continue;
    interface->is_closed = true;
    hide_window(interface);
  }
  return interface->is_closed;
}

#define SHOWN(idle, show, hide, ...) \
  static const void *shown_data(const char *uri) { \
    static const LV2UI_Idle_Interface idle_functions = {idle}; \
    static const LV2UI_Show_Interface show_functions = {show, hide}; \
    if (!strcmp(uri, LV2_UI__idleInterface)) return &idle_functions; \
    return strcmp(uri, LV2_UI__showInterface) ? NULL : &show_functions; \
  } \
  INTERFACE(.extension_data = shown_data, ##__VA_ARGS__)

#endif
