// Rounds its gain once in each block by an inaudible amount, but restarts an oscillator in each block at high gains.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float tone = gain > 1.5f ? 0.5f * sinf(0.05f * (float)i) : 1e-5f * (float)(i % 16);
    output[i] = gain * input[i] + tone;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
