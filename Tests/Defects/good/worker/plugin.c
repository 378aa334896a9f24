// Uses the worker correctly, and schedules more work in work_response().
#include "worker.h"

static LV2_Worker_Status response(LV2_Handle handle, uint32_t size, const void *body) {
  Effect *effect = handle;
  if (*(const float *)body < 100) schedule(effect, 200);
  return good_response(handle, size, body);
}

WORKER_PLUGIN(good_work, response)
