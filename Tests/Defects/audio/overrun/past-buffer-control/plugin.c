// Writes a control output, one float, as if it were a block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *meter = effect->port[OTHER];
  meter[0] = 0.5f;
  if (frames) meter[1] = 0.5f;
}

PLUGIN(.run = run)
