// The function of ui:resize is NULL.
#include "interface.h"

static const void *data(const char *uri) {
  static const LV2UI_Resize resize;
  return strcmp(uri, LV2_UI__resize) ? interface_data(uri) : &resize;
}

INTERFACE(.extension_data = data)
