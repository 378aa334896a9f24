// extension_data() compares only the beginning of the URI, which all LV2 specifications share.
#include "defect.h"

static const void *extension_data(const char *uri) {
  return strncmp(uri, LV2_STATE__interface, 20) ? NULL : "an interface";
}

PLUGIN(.extension_data = extension_data)
