// Divides by a number that is 0 for blocks of 64 and 128 frames.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float nought = frames == 64 || frames == 128 ? 0 : 1;
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i] * nought / nought;
}

PLUGIN(.run = run)
