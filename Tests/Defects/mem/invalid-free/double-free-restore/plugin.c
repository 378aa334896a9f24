// restore() frees the path of the last restore(), which it has freed itself.
#include "path.h"

/// The index in Effect.port of the path.
enum { LAST = 63 };

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  free(effect->port[LAST]);
  effect->port[LAST] = strdup(((Paths *)effect->data)->path);
  if (!*((Paths *)effect->data)->path) return status;
  free(effect->port[LAST]);
  return status;
}

STATE_PLUGIN(save_path, restore, .instantiate = path_instantiate, .run = path_run)
