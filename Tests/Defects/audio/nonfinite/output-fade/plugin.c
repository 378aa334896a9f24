// Divides by an envelope that decays for seconds until it is 0, like the input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float decay = expf(-20 / (float)effect->rate);
  float envelope = effect->runs ? effect->memory[0] : 1;
  for (uint32_t i = 0; i < frames; ++i) {
    envelope = fmaxf(fabsf(input[i]), envelope * decay);
    if (envelope < 1e-30f) envelope = 0;
    output[i] = input[i] / envelope;
  }
  effect->memory[0] = envelope;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
