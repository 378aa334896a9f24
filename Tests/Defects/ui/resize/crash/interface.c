// A window of one pixel has no room for the border.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 100 / (width - 1);
}

RESIZE(resize)
INTERFACE(.extension_data = resize_data)
