// run() swaps two channels: it writes the left output before it reads the right input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *left = effect->port[INPUT], *right = effect->port[OTHER];
  float *left_out = effect->port[OUTPUT], *right_out = effect->port[OTHER + 1];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) left_out[i] = gain * right[i];
  for (uint32_t i = 0; i < frames; ++i) right_out[i] = gain * left[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
