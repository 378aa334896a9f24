// restore() passes the value through the worker, and the audio thread applies it.
#include "worker.h"
#include "state.h"

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  (void)flags;
  Effect *effect = handle;
  const LV2_Worker_Schedule *scheduler = feature(features, LV2_WORKER__schedule);
  if (!scheduler) return restore_peak(handle, retrieve, state, flags, features);
  size_t size = 0;
  uint32_t type = 0, value_flags = 0;
  const float *value = retrieve(state, urid(effect, DEFECT_URI "#peak"), &size, &type, &value_flags);
  const bool sound = value && size == sizeof *value && type == urid(effect, LV2_ATOM__Float) && isfinite(*value);
  const float peak = sound ? *value : 0;
  scheduler->schedule_work(scheduler->handle, sizeof peak, &peak);
  return LV2_STATE_SUCCESS;
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle;
  return respond(answer, size, data);
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface saved = {save_peak, restore};
  static const LV2_Worker_Interface worker = {work, good_response, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &saved;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.run = keep_peak, .extension_data = extension_data)
