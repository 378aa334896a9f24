// All instances share one slow average of their sound, and nothing clears it.
#include "defect.h"

static float average;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    average += 0.001f * (sample - average);
    if (fabsf(average) < 1e-20f) average = 0;
    output[i] = gain * input[i] + average;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
