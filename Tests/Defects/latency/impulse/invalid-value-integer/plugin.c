// Writes its latency as an integer, whose bits are a tiny number of floating point.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  *(uint32_t *)effect->port[OTHER] = 64;
}

PLUGIN(.run = run)
