// Uses a retrieved abstract path as a file path without absolute_path().
#include "path.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  Paths *paths = effect->data;
  size_t size;
  uint32_t type, value_flags;
  const char *value = retrieve(state, paths->file, &size, &type, &value_flags);
  if (!value || type != paths->atom_path || size == 0 || size > PATH_BYTES || value[size - 1]) return LV2_STATE_SUCCESS;
  memcpy(paths->path, value, size);
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save_path, restore, .instantiate = path_instantiate, .run = path_run)
