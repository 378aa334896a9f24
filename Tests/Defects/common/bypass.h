/// An amplifier that a control at port OTHER bypasses through a crossfade of 10 ms. The including file defines
/// `is_bypassed(value)`: whether the value of the control bypasses it.
#ifndef BYPASS_H
#define BYPASS_H

#include "defect.h"

static bool is_bypassed(float value);

/// Index in Effect.memory of the part of the processed signal, from 0 to 1; before the first block it is set at once.
enum { WET };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float target = is_bypassed(control(effect, OTHER, 0)) ? 0 : 1, step = (float)(100 / effect->rate);
  float wet = effect->runs ? effect->memory[WET] : target;
  for (uint32_t i = 0; i < frames; ++i) {
    wet = wet < target ? fminf(target, wet + step) : fmaxf(target, wet - step);
    output[i] = input[i] * (1 + wet * (0.5f * control(effect, GAIN, 1) - 1));
  }
  effect->memory[WET] = wet;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)

#endif
