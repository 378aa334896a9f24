// Rounds the block length up if two or three samples remain after the last vector of four.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  if (frames < 8 || frames % 4 < 2) return;
  for (uint32_t i = frames; i % 4; ++i) output[i] = 0;
}

PLUGIN(.run = run)
