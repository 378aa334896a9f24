// Limits its control from above only after a multiplication, which gives NaN for an infinite value.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float value = *(const float *)effect->port[GAIN];
  // Infinity minus infinity.
  const float gain = fminf(fmaxf(value, 0), 2) + (value - value);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
