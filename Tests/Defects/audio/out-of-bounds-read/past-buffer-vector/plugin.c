// Reads whole vectors of four: up to three samples past the end of the block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *input = ((Effect *)handle)->port[INPUT];
  good_run(handle, frames);
  for (uint32_t i = frames; i % 4 != 0; ++i) (void)input[i];
}

PLUGIN(.run = run)
