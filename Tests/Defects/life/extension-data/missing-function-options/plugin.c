// The options interface has no set().
#include "defect.h"

static uint32_t get(LV2_Handle handle, LV2_Options_Option *options) {
  (void)handle, (void)options;
  return LV2_OPTIONS_ERR_BAD_KEY;
}

static const void *extension_data(const char *uri) {
  static const LV2_Options_Interface interface = {get, NULL};
  return strcmp(uri, LV2_OPTIONS__interface) ? NULL : &interface;
}

PLUGIN(.extension_data = extension_data)
