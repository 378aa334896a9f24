// run() has an array of four weights and writes only three of them.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  volatile float weights[4];
  for (int k = 0; k < 3; ++k) weights[k] = 0.25f;
  for (uint32_t i = 0; i < frames; ++i) {
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum += fminf(fmaxf(weights[k], -1), 1) * input[i];
    output[i] = sum;
  }
}

PLUGIN(.run = run)
