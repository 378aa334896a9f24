// Reads the clock of the thread's processor time, which the kernel alone can tell.
#include "defect.h"
#include <time.h>

static void run(LV2_Handle handle, uint32_t frames) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  good_run(handle, frames);
}

PLUGIN(.run = run)
