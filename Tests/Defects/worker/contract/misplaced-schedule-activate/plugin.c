// Schedules work in activate().
#include "worker.h"

static void activate(LV2_Handle handle) {
  good_activate(handle);
  schedule(handle, 1);
}

WORKER_PLUGIN(good_work, good_response, .activate = activate)
