// Writes whole vectors of four: up to three samples past the end of the block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *output = ((Effect *)handle)->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = frames; i % 4 != 0; ++i) output[i] = 0;
}

PLUGIN(.run = run)
