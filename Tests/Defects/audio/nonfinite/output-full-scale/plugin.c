// A saturator with a pole at full scale: log(1 - 1) is minus infinity.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = copysignf(-logf(fmaxf(0, 1 - fabsf(input[i]))), input[i]);
}

PLUGIN(.run = run)
