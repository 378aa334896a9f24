// Any URI gives the same struct.
#include "interface.h"

static const void *data(const char *uri) {
  (void)uri;
  return interface_data(LV2_UI__idleInterface);
}

INTERFACE(.extension_data = data)
