// Moves of two controls in turn are weighed; the weight of the sixth is a division by 0.
#include "turns.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const int count = turns(effect);
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  if (count == 6)
    for (uint32_t i = 0; i < frames; ++i) output[i] *= 1 / (float)(count - 6);
}

PLUGIN(.run = run)
