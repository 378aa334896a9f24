// Stores an absolute path without abstract_path().
#include "path.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  return store_path(effect, store, state, ((Paths *)effect->data)->path);
}

STATE_PLUGIN(save, restore_path, .instantiate = path_instantiate, .run = path_run)
