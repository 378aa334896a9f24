// Writes to address 0 after 4000 frames with the highest gain.
#include "defect.h"

static float *volatile nowhere;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs = gain < 2 ? 0 : effect->runs + frames;
  if (effect->runs > 4000) *nowhere = 0;
}

PLUGIN(.run = run)
