// Returns early if the input is silent and writes no output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const float *input = ((Effect *)handle)->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i)
    if (input[i] != 0) {
      good_run(handle, frames);
      return;
    }
}

PLUGIN(.run = run)
