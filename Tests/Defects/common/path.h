/// The correct parts of a plug-in with a parameter that is a file path, in addition to those of state.h.
///
/// `data` is a Paths; instantiate() maps its URIDs.
#ifndef PATH_H
#define PATH_H

#include "state.h"

enum { PATH_BYTES = 1024 };

/// The path of an instance and its URIDs.
typedef struct {
  char path[PATH_BYTES];  ///< Absolute; empty if none was set.
  LV2_URID object, set, property, value, file, atom_path, atom_urid;
} Paths;

SPARE LV2_Handle path_instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                                  const LV2_Feature *const *features) {
  Effect *effect = good_instantiate(descriptor, rate, bundle, features);
  if (!effect) return NULL;
  Paths *paths = effect->data = calloc(1, sizeof *paths);
  if (!paths || !effect->map) {
    good_cleanup(effect);
    return NULL;
  }
  paths->object = urid(effect, LV2_ATOM__Object);
  paths->set = urid(effect, LV2_PATCH__Set);
  paths->property = urid(effect, LV2_PATCH__property);
  paths->value = urid(effect, LV2_PATCH__value);
  paths->file = urid(effect, DEFECT_URI "#file");
  paths->atom_path = urid(effect, LV2_ATOM__Path);
  paths->atom_urid = urid(effect, LV2_ATOM__URID);
  return effect;
}

/// The path that an event sets; NULL for another event.
SPARE const char *path_in(const Paths *paths, const LV2_Atom_Event *event) {
  const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
  if (event->body.type != paths->object || object->body.otype != paths->set) return NULL;
  const LV2_Atom *property = NULL, *value = NULL;
  lv2_atom_object_get(object, paths->property, &property, paths->value, &value, 0);
  if (!property || property->type != paths->atom_urid || !value || value->type != paths->atom_path) return NULL;
  if (((const LV2_Atom_URID *)property)->body != paths->file || value->size > PATH_BYTES) return NULL;
  return (const char *)(value + 1);
}

SPARE void path_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Paths *paths = effect->data;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const char *path = path_in(paths, event);
    if (path) strcpy(paths->path, path);
  }
  good_run(handle, frames);
}

/// Stores the path as an atom:Path under DEFECT_URI "#file"; stores nothing if it is empty.
SPARE LV2_State_Status store_path(const Effect *effect, LV2_State_Store_Function store, LV2_State_Handle state,
                                  const char *path) {
  const Paths *paths = effect->data;
  if (!*path) return LV2_STATE_SUCCESS;
  return store(state, paths->file, path, strlen(path) + 1, paths->atom_path, LV2_STATE_IS_POD);
}

SPARE LV2_State_Status save_path(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state,
                                 uint32_t flags, const LV2_Feature *const *features) {
  (void)flags;
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  const Paths *paths = effect->data;
  if (!map || !release) return LV2_STATE_ERR_NO_FEATURE;
  if (!*paths->path) return LV2_STATE_SUCCESS;
  char *abstract = map->abstract_path(map->handle, paths->path);
  const LV2_State_Status status = store_path(effect, store, state, abstract);
  release->free_path(release->handle, abstract);
  return status;
}

SPARE LV2_State_Status restore_path(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                    uint32_t flags, const LV2_Feature *const *features) {
  (void)flags;
  Effect *effect = handle;
  const LV2_State_Map_Path *map = feature(features, LV2_STATE__mapPath);
  const LV2_State_Free_Path *release = feature(features, LV2_STATE__freePath);
  Paths *paths = effect->data;
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const char *value = retrieve(state, paths->file, &size, &type, &value_flags);
  paths->path[0] = 0;
  if (!map || !release || !value || type != paths->atom_path || size == 0 || value[size - 1]) return LV2_STATE_SUCCESS;
  char *absolute = map->absolute_path(map->handle, value);
  if (strlen(absolute) < PATH_BYTES) strcpy(paths->path, absolute);
  release->free_path(release->handle, absolute);
  return LV2_STATE_SUCCESS;
}

#endif
