// Smooths its gain, from the default of the control after each activate().
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = 1;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *smoothed = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    *smoothed += 0.01f * (gain - *smoothed);
    output[i] = *smoothed * input[i];
  }
}

PLUGIN(.activate = activate, .run = run)
