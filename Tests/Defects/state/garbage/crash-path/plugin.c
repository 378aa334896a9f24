// Passes every value to the host as a path, without a check of its type.
#include "path.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  Paths *paths = effect->data;
  size_t size;
  uint32_t type, value_flags;
  const char *value = retrieve(state, paths->file, &size, &type, &value_flags);
  paths->path[0] = 0;
  if (!map || !release || !value) return LV2_STATE_SUCCESS;
  char *absolute = map->absolute_path(map->handle, value);
  if (strlen(absolute) < PATH_BYTES) strcpy(paths->path, absolute);
  release->free_path(release->handle, absolute);
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_path, restore, .instantiate = path_instantiate, .run = path_run)
