// Reads the processor time of the thread in run(), which requires a system call even with the vDSO.
#include "defect.h"
#include <time.h>

static void run(LV2_Handle handle, uint32_t frames) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  good_run(handle, frames);
}

PLUGIN(.run = run)
