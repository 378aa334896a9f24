// run() exchanges the table that work() reads.
#include "worker.h"
#include "state.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *volatile effect = handle;
  float *table = effect->data;
  effect->data = NULL;
  for (volatile int i = 0; i < 20000; ++i) {}
  effect->data = table;
  keep_peak(handle, frames);
}

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  const volatile float *table = ((Effect *)handle)->data;
  const float number = *(const float *)data + table[0];
  return respond(answer, sizeof number, &number);
}

static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state,
                                uint32_t flags, const LV2_Feature *const *features) {
  const LV2_Worker_Schedule *worker = feature(features, LV2_WORKER__schedule);
  const float number = 1;
  if (worker) worker->schedule_work(worker->handle, sizeof number, &number);
  return restore_peak(handle, retrieve, state, flags, features);
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) { return LV2_WORKER_SUCCESS; }

static const void *extension_data(const char *uri) {
  static const LV2_Worker_Interface worker = {work, response, NULL};
  static const LV2_State_Interface state = {save_peak, restore};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

PLUGIN(.instantiate = worker_table_instantiate, .run = run, .extension_data = extension_data)
