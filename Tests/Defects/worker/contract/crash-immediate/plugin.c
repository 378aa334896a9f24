// Assumes that work_response() is called after the run() that scheduled the work returns.
#include "worker.h"

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  if (((Effect *)handle)->memory[0]) abort();
  return good_response(handle, size, body);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  effect->memory[0] = 1;
  worker_run(handle, frames);
  effect->memory[0] = 0;
}

WORKER_PLUGIN(good_work, response, .run = run)
