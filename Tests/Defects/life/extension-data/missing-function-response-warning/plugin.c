// The worker interface has no work_response(). work() does not respond.
#include "worker.h"

static LV2_Worker_Status silent_work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                     LV2_Worker_Respond_Handle answer, uint32_t size, const void *data) {
  (void)handle, (void)respond, (void)answer, (void)size, (void)data;
  return LV2_WORKER_SUCCESS;
}

WORKER_PLUGIN(silent_work, NULL)
