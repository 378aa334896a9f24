// The interface takes every size, and answers one that is too small by one request.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  if (width < 50 && interface->resize) interface->resize->ui_resize(interface->resize->handle, 50, height);
  return 0;
}

RESIZE(resize)
INTERFACE(.extension_data = resize_data)
