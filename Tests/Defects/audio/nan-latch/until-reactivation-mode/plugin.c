// A recursive filter that is off at the default of the control keeps NaN in its state until it is reset.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (control(effect, GAIN, 1) <= 1) {
    good_run(handle, frames);
    return;
  }
  float state = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    state = 0.5f * (input[i] + state);
    if (fabsf(state) < 1e-20f) state = 0;
    output[i] = state;
  }
  effect->memory[0] = state;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
