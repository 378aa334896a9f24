// Adds the signal to the samples of the output, which it has multiplied by 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  volatile float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = 0 * output[i];
    output[i] = output[i] + gain * sample;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
