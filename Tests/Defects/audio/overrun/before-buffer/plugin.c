// Writes one sample before the start of its output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  good_run(handle, frames);
  if (frames) ((float *)((Effect *)handle)->port[OUTPUT])[-1] = 0.5f;
}

PLUGIN(.run = run)
