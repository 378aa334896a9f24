// Divides by its control, which is 0 in the middle of its range.
#include "defect.h"

enum { SHAPE };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float shape = fminf(fmaxf(control(effect, SHAPE, 1), -1), 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = sinf(shape) / shape * input[i];
}

PLUGIN(.run = run)
