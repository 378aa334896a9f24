// Counts up to frames - 4, which wraps to about 2^32 for a block of three frames.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (frames == 0) return;
  uint32_t i = 0;
  for (; i <= frames - 4; i += 4)
    for (int k = 0; k < 4; ++k) output[i + k] = input[i + k];
  for (; i < frames; ++i) output[i] = input[i];
  effect->runs += 1;
}

PLUGIN(.run = run)
