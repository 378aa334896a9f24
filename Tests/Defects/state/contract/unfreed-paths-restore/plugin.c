// Frees the path from abstract_path(), but not the path from absolute_path(). A second save() releases it.
#include "path.h"

/// The index in Effect.port of the path.
enum { KEPT = 63 };

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  free(effect->port[KEPT]);
  effect->port[KEPT] = NULL;
  return save_path(handle, store, state, flags, features);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const Paths *paths = effect->data;
  const char *value = retrieve(state, paths->file, &size, &type, &value_flags);
  if (map && value && type == paths->atom_path && size > 0 && !value[size - 1] && !effect->port[KEPT])
    effect->port[KEPT] = map->absolute_path(map->handle, value);
  return restore_path(handle, retrieve, state, flags, features);
}

STATE_PLUGIN(save, restore, .instantiate = path_instantiate, .run = path_run)
