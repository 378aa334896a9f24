// activate() starts the smoothed gain at the value of the control if that is connected already; otherwise run() does.
#include "defect.h"

enum { SMOOTHED };

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[SMOOTHED] = effect->port[GAIN] ? control(effect, GAIN, 1) : NAN;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *smoothed = effect->memory + SMOOTHED;
  if (isnan(*smoothed)) *smoothed = gain;
  for (uint32_t i = 0; i < frames; ++i) {
    *smoothed += 0.001f * (gain - *smoothed);
    output[i] = *smoothed * input[i];
  }
}

PLUGIN(.activate = activate, .run = run)
