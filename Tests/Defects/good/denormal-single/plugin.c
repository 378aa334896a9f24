// Measures the peak of the input with one multiplication per frame, whose operand becomes and stays subnormal in silence.
// That is too little work to matter.
#include "defect.h"

enum { LEVEL };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  volatile float *level = effect->memory + LEVEL;
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) {
    peak = fmaxf(peak, fabsf(input[i]));
    *level *= 0.999f;
  }
  if (peak > *level) *level = peak;
  good_run(handle, frames);
}

PLUGIN(.run = run)
