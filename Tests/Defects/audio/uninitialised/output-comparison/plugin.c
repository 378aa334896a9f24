// Compares the gain with an earlier gain that was never set: if it happens to be NaN, no gain is ever applied.
#include "unset.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *earlier = effect->data, *applied = effect->memory;
  const float gain = control(effect, GAIN, 1), *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (*earlier < gain || *earlier >= gain) *earlier = *applied = gain;
  for (uint32_t i = 0; i < frames; ++i) output[i] = *applied * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.instantiate = unset_instantiate, .run = run)
