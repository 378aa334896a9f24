// The amplifier with a latency output, which is always 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  *(float *)((Effect *)handle)->port[OTHER] = 0;
  good_run(handle, frames);
}

PLUGIN(.run = run)
