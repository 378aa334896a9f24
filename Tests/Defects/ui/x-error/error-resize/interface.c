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

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 0;
}

static const void *data(const char *uri) {
  static const LV2UI_Idle_Interface idle_functions = {idle};
  static const LV2UI_Resize resize_functions = {.ui_resize = resize};
  return !strcmp(uri, LV2_UI__idleInterface) ? (const void *)&idle_functions
         : !strcmp(uri, LV2_UI__resize)      ? &resize_functions
                                             : NULL;
}

INTERFACE(.extension_data = data)
