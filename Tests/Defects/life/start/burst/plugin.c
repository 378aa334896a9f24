// Smooths its gain, from 4 after each activate(): the sound begins loudly.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = 4;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *smoothed = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    *smoothed += 0.005f * (gain - *smoothed);
    output[i] = *smoothed * input[i];
  }
}

PLUGIN(.activate = activate, .run = run)
