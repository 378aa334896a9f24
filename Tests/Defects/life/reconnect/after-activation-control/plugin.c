// activate() copies the pointer of the gain; run() ignores later connections of it, but not of the audio ports.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->port[OTHER] = effect->port[GAIN];
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, OTHER, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
}

PLUGIN(.activate = activate, .run = run)
