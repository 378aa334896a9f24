// A one-pole lowpass that decays into subnormal numbers.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float state = isfinite(effect->memory[0]) ? effect->memory[0] : 0;
  for (uint32_t i = 0; i < frames; ++i) output[i] = state = 0.01f * input[i] + 0.99f * state;
  effect->memory[0] = state;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
