// Is bypassed at most settings, but still amplifies the input with a high gain.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  const float level = control(effect, OTHER, 1) > 0 ? gain : gain > 1.5f ? 1.5f : 1;
  for (uint32_t i = 0; i < frames; ++i) output[i] = level * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
