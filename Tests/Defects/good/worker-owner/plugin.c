// A table that work() allocates goes to run() with the response, and the old table goes back with the next request. A
// table in transit has no other owner; the host delivers it in the end.
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  (void)handle, (void)size;
  float *old = *(float *const *)data;
  if (old) {
    free(old);
    return LV2_WORKER_SUCCESS;
  }
  float *table = calloc(1024, sizeof *table);
  const LV2_Worker_Status status = respond(answer, sizeof table, &table);
  if (status) free(table);
  return status;
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  (void)size;
  Effect *effect = handle;
  float *old = effect->data;
  effect->data = *(float *const *)body;
  if (old) effect->schedule->schedule_work(effect->schedule->handle, sizeof old, &old);
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *none = NULL;
  if (effect->runs % 4 == 3) effect->schedule->schedule_work(effect->schedule->handle, sizeof none, &none);
  good_run(handle, frames);
}

WORKER_PLUGIN(work, response, .run = run)
