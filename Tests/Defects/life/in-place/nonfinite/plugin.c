// run() fills the output with NaN before it reads the input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *output = ((Effect *)handle)->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = NAN;
  good_run(handle, frames);
}

PLUGIN(.run = run)
