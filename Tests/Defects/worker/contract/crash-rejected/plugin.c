// Releases its table to the worker, which makes a new one, and uses it later even if the host rejected the request.
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  void *table = calloc(64, sizeof(float));
  return respond(answer, sizeof table, &table);
}

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  effect->data = *(void *const *)body;
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs == 0 && !effect->data) schedule(effect, 1);
  good_run(handle, frames);
  if (effect->runs > 6 && frames) ((float *)effect->port[OUTPUT])[0] += 0 * *(volatile float *)effect->data;
}

WORKER_PLUGIN(work, response, .run = run)
