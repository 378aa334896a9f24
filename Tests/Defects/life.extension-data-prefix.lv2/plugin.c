// Compares no more of a URI than its beginning, which all URIs of the specification share.
#include "defect.h"

static const void *extension_data(const char *uri) {
  return strncmp(uri, LV2_STATE__interface, 20) ? NULL : "an interface";
}

PLUGIN(.extension_data = extension_data)
