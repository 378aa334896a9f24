// The divisor is nearly 0 at the maximum of the control.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1), divisor = fmaxf(2 - gain, 1e-20f);
  for (uint32_t i = 0; i < frames; ++i) output[i] = input[i] / divisor;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
