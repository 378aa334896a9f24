// Calls the respond function of work() in run().
#include "worker.h"

static LV2_Worker_Respond_Function kept_function;
static LV2_Worker_Respond_Handle kept_handle;

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  kept_function = respond;
  kept_handle = answer;
  return LV2_WORKER_SUCCESS;
}

static void run(LV2_Handle handle, uint32_t frames) {
  const float number = 1;
  if (kept_function) kept_function(kept_handle, sizeof number, &number);
  kept_function = NULL;
  worker_run(handle, frames);
}

WORKER_PLUGIN(work, good_response, .run = run)
