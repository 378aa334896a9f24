// Calls sched_yield() in each run().
#include "defect.h"
#include <sched.h>

static void run(LV2_Handle handle, uint32_t frames) {
  sched_yield();
  good_run(handle, frames);
}

PLUGIN(.run = run)
