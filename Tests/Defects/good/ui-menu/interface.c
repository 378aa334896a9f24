// The right button opens a menu, which later calls of idle() close.
#include "menu.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  XEvent event;
  while (next_event(interface, &event)) {
    const bool opens = event.type == ButtonPress && event.xbutton.button == Button3;
    const Window menu = (Window)(uintptr_t)interface->data;
    if (opens && !menu) interface->data = (void *)(uintptr_t)open_menu(interface);
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
