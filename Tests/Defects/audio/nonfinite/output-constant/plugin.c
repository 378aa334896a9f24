// Divides by the slope of the signal, which is 0 for a constant.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    const float slope = input[i] - effect->memory[0];
    effect->memory[0] = input[i];
    output[i] = input[i] == 0 ? 0 : input[i] * (fabsf(slope) / slope) * 0.5f;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
