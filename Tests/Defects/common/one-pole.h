/// Four slow one-pole filters in a row. The states become and stay subnormal in silence, and each filter multiplies its
/// state once per frame, so that silence takes at least 4 operations with subnormal numbers per frame.
#ifndef ONE_POLE_H
#define ONE_POLE_H

#include "defect.h"

enum { STAGES = 4 };

SPARE void one_pole_run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  volatile float *memory = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    float sample = input[i];
    for (int stage = 0; stage < STAGES; ++stage) sample = memory[stage] = 0.99f * memory[stage] + 0.01f * sample;
    output[i] = control(effect, GAIN, 1) * sample;
  }
  effect->runs += frames > 0;
}

#endif
