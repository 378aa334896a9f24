// Inverts its input; switching lv2:enabled changes the polarity within one sample.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, OTHER, 1) > 0 ? -control(effect, GAIN, 1) : 1;
  const float *input = effect->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
