// Divides by the logarithm of its control, which is 0 at 1: neither an end of the range nor its middle.
#include "defect.h"

enum { RATIO };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float ratio = fminf(fmaxf(control(effect, RATIO, 2), 0.5f), 4);
  for (uint32_t i = 0; i < frames; ++i) output[i] = 0.5f * (ratio - 1) / logf(ratio) * input[i];
}

PLUGIN(.run = run)
