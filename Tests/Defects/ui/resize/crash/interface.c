// A window of one pixel has no room for the border.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 100 / (width - 1);
}

static const void *data(const char *uri) {
  static const LV2UI_Resize functions = {.ui_resize = resize};
  return strcmp(uri, LV2_UI__resize) ? interface_data(uri) : &functions;
}

INTERFACE(.extension_data = data)
