// Rounds its gain to eighths.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = rintf(8 * control(effect, GAIN, 1)) / 8;
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
}

PLUGIN(.run = run)
