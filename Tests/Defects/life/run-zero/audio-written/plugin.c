// run() writes the first sample before it tests the block length.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames == 0) ((float *)effect->port[OUTPUT])[0] = 0.5f;
  good_run(handle, frames);
}

PLUGIN(.run = run)
