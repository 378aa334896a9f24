// Keeps its state in a file that instantiate() creates and truncates, and that no other instance uses.
#include "state.h"
#include <stdio.h>

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect->map) {
    good_cleanup(effect);
    return NULL;
  }
  const LV2_State_Make_Path *make = feature(features, LV2_STATE__makePath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  char *path = make && release ? make->path(make->handle, "peak.raw") : NULL;
  if (!path) return effect;
  effect->data = strdup(path);
  release->free_path(release->handle, path);
  FILE *file = fopen(effect->data, "wb");
  if (file) fclose(file);
  return effect;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  (void)flags;
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  if (!map || !release || !effect->data) return LV2_STATE_ERR_NO_FEATURE;
  FILE *file = fopen(effect->data, "wb");
  if (!file) return LV2_STATE_ERR_UNKNOWN;
  fwrite(&effect->kept, sizeof effect->kept, 1, file);
  fclose(file);
  char *abstract = map->abstract_path(map->handle, effect->data);
  const LV2_State_Status status = store(state, urid(effect, DEFECT_URI "#file"), abstract, strlen(abstract) + 1,
                                        urid(effect, LV2_ATOM__Path), LV2_STATE_IS_POD);
  release->free_path(release->handle, abstract);
  // A copy as a number, which shows what was read from the file.
  return status ? status
                : store(state, urid(effect, DEFECT_URI "#peak"), &effect->kept, sizeof effect->kept,
                        urid(effect, LV2_ATOM__Float), LV2_STATE_IS_POD);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  (void)flags;
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const char *value = retrieve(state, urid(effect, DEFECT_URI "#file"), &size, &type, &value_flags);
  effect->kept = 0;
  if (!map || !release || !value || type != urid(effect, LV2_ATOM__Path) || !size || value[size - 1])
    return LV2_STATE_SUCCESS;
  char *path = map->absolute_path(map->handle, value);
  FILE *file = fopen(path, "rb");
  if (file && (fread(&effect->kept, sizeof effect->kept, 1, file) != 1 || !isfinite(effect->kept))) effect->kept = 0;
  if (file) fclose(file);
  release->free_path(release->handle, path);
  return LV2_STATE_SUCCESS;
}

STATE_PLUGIN(save, restore, .instantiate = instantiate)
