// A recursive filter whose output is never subnormal and whose state never stays NaN.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float state = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    state = 0.9f * state + 0.1f * input[i];
    if (!(fabsf(state) > 1e-20f) || isinf(state)) state = 0;
    output[i] = state;
  }
  effect->memory[0] = state;
}

PLUGIN(.run = run)
