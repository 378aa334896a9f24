/// An amplifier with a smoothed gain, which is START after each activate() and approaches the control by the part SPEED in a
/// frame. The including file defines both.
#ifndef SMOOTHED_GAIN_H
#define SMOOTHED_GAIN_H

#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = START;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *smoothed = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    *smoothed += SPEED * (gain - *smoothed);
    output[i] = *smoothed * input[i];
  }
}

PLUGIN(.activate = activate, .run = run)

#endif
