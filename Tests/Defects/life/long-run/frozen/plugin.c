// A counter of 1,000,000 samples is used up, and the output stays where it is.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = effect->runs < 1000000 ? input[i] : 0.125f;
  effect->runs += frames;
}

PLUGIN(.run = run)
