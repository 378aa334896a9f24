// A filter whose coefficient grows with the sample rate: it is unstable from 176.4 kHz.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float feedback = -(float)effect->rate / 150000;
  float state = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    state = input[i] + feedback * state;
    if (fabsf(state) < 1e-20f) state = 0;
    output[i] = state;
  }
  effect->memory[0] = state;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
