// The picture is as large as the window, which may be too large for the server.
#include "interface.h"

static int idle(LV2UI_Handle handle) {
  Interface *interface = handle;
  if (interface->width > 700) {
    const Pixmap picture = XCreatePixmap(interface->display, interface->window, 0, 0, 24);
    XFreePixmap(interface->display, picture);
  }
  return idle_interface(handle);
}

DATA(idle, idle, resize_interface)
INTERFACE(.extension_data = idle_data)
