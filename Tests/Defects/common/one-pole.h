/// A slow one-pole filter whose state becomes and stays subnormal. Some processors have hardly any penalty for that, so
/// the filter adds a slow path for such numbers.
#ifndef ONE_POLE_H
#define ONE_POLE_H

#include "defect.h"

SPARE void one_pole_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  volatile float *memory = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    memory[0] = 0.99f * memory[0] + 0.01f * input[i];
    for (uint32_t step = 0; fpclassify(memory[0]) == FP_SUBNORMAL && step < 40; ++step) memory[1] += memory[0];
    output[i] = control(effect, GAIN, 1) * memory[0];
  }
  effect->runs += frames > 0;
}

#endif
