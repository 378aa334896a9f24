// Schedules more work in work().
#include "worker.h"

static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle answer,
                              uint32_t size, const void *data) {
  if (*(const float *)data < 100) schedule(handle, 200);
  return good_work(handle, respond, answer, size, data);
}

WORKER_PLUGIN(work, good_response)
