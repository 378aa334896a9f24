// Adds a constant that jumps with its control.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float offset = 0.4f * (control(effect, GAIN, 1) - 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = input[i] + offset;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
