// Divides by the square of the smallest number that the author thought of.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i] / (1e-10f * 1e-10f);
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
