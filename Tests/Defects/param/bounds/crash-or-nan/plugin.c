// Crashes at the maximum, and at the same instruction if the value is NaN.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const float gain = *(const float *)((Effect *)handle)->port[GAIN];
  if (!(gain < 2) && !(gain > 2)) *(volatile int *)0 = 1;
  good_run(handle, frames);
}

PLUGIN(.run = run)
