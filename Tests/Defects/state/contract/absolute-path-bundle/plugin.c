// Stores the path of a file in its bundle without abstract_path().
#include "path.h"

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = path_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  Paths *paths = effect->data;
  if (strlen(bundle) + sizeof "plugin.ttl" <= PATH_BYTES) strcat(strcpy(paths->path, bundle), "plugin.ttl");
  return effect;
}

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  Effect *effect = handle;
  const char *path = ((Paths *)effect->data)->path;
  if (!strstr(path, "plugin.ttl")) return save_path(handle, store, state, flags, features);
  return store_path(effect, store, state, path);
}

STATE_PLUGIN(save, restore_path, .instantiate = instantiate, .run = path_run)
