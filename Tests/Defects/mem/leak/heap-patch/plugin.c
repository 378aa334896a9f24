// work(), which run() schedules for a patch:Set message, leaks a block.
#include "path.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  (void)handle, (void)respond, (void)answer, (void)size;
  char *copy = strdup(data);
  return copy ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const char *path = path_in(effect->data, event);
    if (path && effect->schedule) effect->schedule->schedule_work(effect->schedule->handle, strlen(path) + 1, path);
  }
  path_run(handle, frames);
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_path, restore_path};
  static const LV2_Worker_Interface worker = {work, NULL, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.instantiate = path_instantiate, .run = run, .extension_data = extension_data)
