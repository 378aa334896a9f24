// The first sample of each run() is 0.01 per cent louder: -80 dB.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *output = ((Effect *)handle)->port[OUTPUT];
  good_run(handle, frames);
  if (frames) output[0] *= 1.0001f;
}

PLUGIN(.run = run)
