// Sleeps for a microsecond in each run().
#include "defect.h"
#include <time.h>

static void run(LV2_Handle handle, uint32_t frames) {
  const struct timespec pause = {0, 1000};
  nanosleep(&pause, NULL);
  good_run(handle, frames);
}

PLUGIN(.run = run)
