// work(), which restore() schedules, reads a control, although no port is connected yet.
#include "state.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  Effect *effect = handle;
  effect->memory[0] = *(volatile float *)effect->port[GAIN];
  return LV2_WORKER_SUCCESS;
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  const LV2_Worker_Schedule *schedule = feature(features, LV2_WORKER__schedule);
  if (schedule) schedule->schedule_work(schedule->handle, 0, NULL);
  return restore_peak(handle, retrieve, state, flags, features);
}

static const void *extension_data(const char *uri) {
  static const LV2_State_Interface state = {save_peak, restore};
  static const LV2_Worker_Interface worker = {work, NULL, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.run = keep_peak, .extension_data = extension_data)
