// activate() clears the state of a recursive filter by multiplication with 0, which keeps NaN.
#include "defect.h"

static void activate(LV2_Handle handle) { ((Effect *)handle)->memory[0] *= 0; }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float state = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    state = 0.5f * (input[i] + state);
    if (fabsf(state) < 1e-20f) state = 0;
    output[i] = state;
  }
  effect->memory[0] = state;
}

PLUGIN(.activate = activate, .run = run)
