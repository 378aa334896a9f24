// Copies the path of a patch:Set message to the heap in run().
#include "path.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const char *path = path_in(effect->data, event);
    if (path) free(strdup(path));
  }
  path_run(handle, frames);
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface interface = {save_path, restore_path};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &interface;
}

PLUGIN(.instantiate = path_instantiate, .run = run, .extension_data = extension_data)
