// Output = gain * input, by way of memory for 256 frames.
#ifndef SCRATCH_H
#define SCRATCH_H

#include "defect.h"

static void scratch_run(Effect *effect, float *scratch, uint32_t frames) {
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t start = 0; start < frames; start += 256) {
    const uint32_t count = frames - start < 256 ? frames - start : 256;
    for (uint32_t i = 0; i < count; ++i) scratch[i] = gain * input[start + i];
    for (uint32_t i = 0; i < count; ++i) output[start + i] = scratch[i];
  }
  effect->runs += frames > 0;
}

#endif
