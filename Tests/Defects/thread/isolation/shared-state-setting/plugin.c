// Ramps the gain from the value of the last run(), in a static variable, whichever instance that was.
#include "defect.h"

static float last;

static void activate(LV2_Handle handle) {
  good_activate(handle);
  last = control(handle, GAIN, 1);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    last += 0.01f * (gain - last);
    output[i] = last * input[i];
  }
  if (!isfinite(last)) last = 1;
  effect->runs += frames > 0;
}

PLUGIN(.activate = activate, .run = run)
