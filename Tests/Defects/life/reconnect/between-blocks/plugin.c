// The first run() after activate() copies the pointer of the gain; later blocks ignore a new connection of it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs == 0) effect->port[OTHER] = effect->port[GAIN];
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, OTHER, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
