// Schedules work in restore() by the function from instantiate() with the handle of the feature of restore().
#include "state.h"
#include "worker.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  const Effect *effect = handle;
  const LV2_State_Status status = restore_peak(handle, retrieve, state, flags, features);
  const LV2_Worker_Schedule *own = feature(features, LV2_WORKER__schedule);
  if (own) effect->schedule->schedule_work(own->handle, sizeof effect->kept, &effect->kept);
  return status;
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) { return LV2_WORKER_SUCCESS; }

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_peak, restore};
  static const LV2_Worker_Interface worker = {good_work, response, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.instantiate = worker_instantiate, .run = keep_peak, .extension_data = extension_data)
