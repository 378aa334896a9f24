// The interface takes every size, and answers one that is too small by one request.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  if (width < 50 && interface->resize) interface->resize->ui_resize(interface->resize->handle, 50, height);
  return 0;
}

static const void *data(const char *uri) {
  static const LV2UI_Resize functions = {.ui_resize = resize};
  return strcmp(uri, LV2_UI__resize) ? interface_data(uri) : &functions;
}

INTERFACE(.extension_data = data)
