// Multiplies by the cosine of an angle that its control sets, without smoothing.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = cosf(40 * control(effect, GAIN, 1));
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
