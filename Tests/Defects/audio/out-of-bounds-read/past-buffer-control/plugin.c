// Reads a control port, one float, as if it were a block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *gain = ((Effect *)handle)->port[GAIN];
  good_run(handle, frames);
  if (frames) (void)gain[1];
}

PLUGIN(.run = run)
