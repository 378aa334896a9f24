// Computes the square root of negative samples in the second of its three modes.
#include "defect.h"

enum { MODE };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float mode = roundf(control(effect, MODE, 0));
  for (uint32_t i = 0; i < frames; ++i) output[i] = mode == 1 ? sqrtf(input[i]) : input[i];
}

PLUGIN(.run = run)
