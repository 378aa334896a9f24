// work() replaces the table that run() uses, and responds before the new one is there.
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  Effect *effect = handle;
  float *table = effect->data;
  effect->data = NULL;
  const LV2_Worker_Status status = good_work(handle, respond, answer, size, data);
  table[0] = 1;
  effect->data = table;
  return status;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  worker_run(handle, frames);
  if (frames) ((float *)effect->port[OUTPUT])[0] += 0 * *(volatile float *)effect->data;
}

WORKER_PLUGIN(work, good_response, .instantiate = worker_table_instantiate, .run = run)
