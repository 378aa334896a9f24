// Looks one sample ahead, past the end of the block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *input = ((Effect *)handle)->port[INPUT];
  good_run(handle, frames);
  if (frames) (void)input[frames];
}

PLUGIN(.run = run)
