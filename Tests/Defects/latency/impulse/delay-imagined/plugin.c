// Reports a latency of 64 frames, but has none.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  *(float *)((Effect *)handle)->port[OTHER] = 64;
  good_run(handle, frames);
}

PLUGIN(.run = run)
