// The samples since activate() are counted; from 1,000,000 on, the count exceeds a table and a divisor becomes 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float age = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) output[i] = age < 1e6f ? input[i] : input[i] / 0.0f;
  effect->memory[0] = age + (float)frames;
}

PLUGIN(.run = run)
