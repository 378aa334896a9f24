// All instances share one static filter state, and nothing clears it: no two runs start with the same state.
#include "defect.h"

static float state;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    state = 0.5f * (input[i] + state);
    if (fabsf(state) < 1e-20f) state = 0;
    output[i] = state;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
