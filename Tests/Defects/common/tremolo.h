/// A tremolo of 3 Hz. The including file defines the rate from which the increment of its LFO is computed, `RATE(effect)`.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), increment = (float)(3 / RATE(effect));
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *phase = &effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = gain * (0.55f + 0.45f * sinf((float)(2 * M_PI) * *phase)) * input[i];
    *phase += increment;
    if (*phase >= 1) *phase -= 1;
  }
}

PLUGIN(.run = run)
