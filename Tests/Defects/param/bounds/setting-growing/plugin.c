// At the maximum of the control, a loop grows to infinity, through samples of any size.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *last = &effect->memory[0];
  const float gain = control(effect, GAIN, 1), feedback = gain < 2 ? 0 : 1.2f;
  for (uint32_t i = 0; i < frames; ++i) output[i] = *last = input[i] + feedback * *last;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
