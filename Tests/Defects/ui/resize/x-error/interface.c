// A window of one pixel has no room for the border: the server refuses a window without a size.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)(width - 1), (unsigned)(height - 1));
  return 0;
}

RESIZE(resize)
INTERFACE(.extension_data = resize_data)
