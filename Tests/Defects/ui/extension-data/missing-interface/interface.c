// The interface declares ui:idleInterface, but does not return it.
#include "interface.h"

static const void *data(const char *uri) {
  (void)uri;
  return NULL;
}

INTERFACE(.extension_data = data)
