// Writes one sample past the end of its output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  good_run(handle, frames);
  if (frames) ((float *)((Effect *)handle)->port[OUTPUT])[frames] = 0.5f;
}

PLUGIN(.run = run)
