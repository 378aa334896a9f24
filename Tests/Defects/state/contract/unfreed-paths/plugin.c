// Frees the path from absolute_path(), but not the path from abstract_path().
#include "path.h"

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const Paths *paths = effect->data;
  if (!map) return LV2_STATE_ERR_NO_FEATURE;
  if (!*paths->path) return LV2_STATE_SUCCESS;
  return store_path(effect, store, state, map->abstract_path(map->handle, paths->path));
}

STATE_PLUGIN(save, restore_path, .instantiate = path_instantiate, .run = path_run)
