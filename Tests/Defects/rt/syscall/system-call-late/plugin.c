// Reads the time with a system call in every sixteenth run().
#include "defect.h"
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  struct timespec now;
  if (effect->runs % 16 == 15) syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  good_run(handle, frames);
}

PLUGIN(.run = run)
