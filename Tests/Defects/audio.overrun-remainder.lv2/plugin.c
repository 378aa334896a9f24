// Rounds blocks of two or three samples more than a multiple of four up to the next.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  if (frames < 8 || frames % 4 < 2) return;
  for (uint32_t i = frames; i % 4; ++i) output[i] = 0;
}

PLUGIN(.run = run)
