// The interface opens in a host without ui:resize, which it requires.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  XResizeWindow(interface->display, interface->window, (unsigned)width, (unsigned)height);
  return 0;
}

static const void *data(const char *uri) {
  static const LV2UI_Resize functions = {.ui_resize = resize};
  return strcmp(uri, LV2_UI__resize) ? interface_data(uri) : &functions;
}

INTERFACE(.extension_data = data)
