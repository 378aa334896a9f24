// A division of integers: the factor of the output is always 0.
#include "defect.h"

enum { WINDOW = 1024 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float scale = 1 / WINDOW * control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = scale * WINDOW * (isfinite(input[i]) ? input[i] : 0);
}

PLUGIN(.run = run)
