// Reads clocks in run() without a system call, through the vDSO, and the processor's time stamp counter.
#include "defect.h"
#include <sys/time.h>
#include <time.h>
#include <x86intrin.h>

static void run(LV2_Handle handle, uint32_t frames) {
  struct timespec now;
  struct timeval day;
  clock_gettime(CLOCK_MONOTONIC, &now);
  gettimeofday(&day, NULL);
  time(NULL);
  ((Effect *)handle)->memory[0] = (float)(__rdtsc() & 1);
  good_run(handle, frames);
}

PLUGIN(.run = run)
