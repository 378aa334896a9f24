// Reads a file in work(), which allocates, and saves its path in the state; run() frees nothing itself.
#include "path.h"
#include <stdio.h>

/// The first bytes of the file.
typedef struct {
  size_t size;
  char bytes[];
} Content;

/// The messages between run() and work(): read a path, or free the previous data.
typedef struct {
  Content *old;
  char path[PATH_BYTES];
} Request;

/// The index in Effect.port of the data that run() uses: a port that no host connects.
enum { CONTENT = 63 };

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle, (void)size;
  const Request *request = data;
  free(request->old);
  if (!*request->path) return LV2_WORKER_SUCCESS;
  Content *content = calloc(1, sizeof *content + 4096);
  FILE *file = fopen(request->path, "rb");
  if (content && file) content->size = fread(content->bytes, 1, 4096, file);
  if (file) fclose(file);
  return respond(answer, sizeof content, &content);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *body) {
  (void)size;
  Effect *effect = handle;
  Request request = {.old = effect->port[CONTENT]};
  effect->port[CONTENT] = *(Content *const *)body;
  return effect->schedule->schedule_work(effect->schedule->handle, sizeof request, &request);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  Paths *paths = effect->data;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const char *path = path_in(paths, event);
    if (!path) continue;
    Request request = {.old = NULL};
    strcpy(request.path, path);
    strcpy(paths->path, path);
    effect->schedule->schedule_work(effect->schedule->handle, sizeof request, &request);
  }
  good_run(handle, frames);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  Effect *effect = handle;
  const LV2_State_Status status = restore_path(handle, retrieve, state, flags, features);
  const LV2_Worker_Schedule *schedule = feature(features, LV2_WORKER__schedule);
  Request request = {.old = NULL};
  strcpy(request.path, ((Paths *)effect->data)->path);
  if (schedule && *request.path) schedule->schedule_work(schedule->handle, sizeof request, &request);
  return status;
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = path_instantiate(descriptor, rate, bundle, features);
  if (effect && effect->schedule) return effect;
  if (effect) good_cleanup(effect);
  return NULL;
}

static void cleanup(LV2_Handle handle) {
  free(((Effect *)handle)->port[CONTENT]);
  good_cleanup(handle);
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_path, restore};
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.instantiate = instantiate, .run = run, .cleanup = cleanup, .extension_data = extension_data)
