// Stores the path of a file in its state.
#include "path.h"

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_path, restore_path};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &state;
}

PLUGIN(.instantiate = path_instantiate, .extension_data = extension_data)
