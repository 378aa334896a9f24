// The amplifier with one gain for each sample.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *gain = effect->port[GAIN], *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain[i] * input[i];
}

PLUGIN(.run = run)
