// The interface requests the size of a picture that it does not have.
#include "interface.h"

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
  Interface *interface = handle;
  if (height < width) interface->resize->ui_resize(interface->resize->handle, width, height / 2 - 100);
  return 0;
}

RESIZE(resize)
INTERFACE(.extension_data = resize_data)
