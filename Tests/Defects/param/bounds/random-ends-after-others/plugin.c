// Writes NaN with the widest band if the instance played with the narrowest band before.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const float low = control(effect, OTHER, 1.5f), high = control(effect, OTHER + 1, 3);
  if (low == 2 && high == 2) effect->kept = 1;
  good_run(handle, frames);
  if (effect->kept > 0 && low == 0 && high == 4)
    for (uint32_t i = 0; i < frames; ++i) output[i] = NAN;
}

PLUGIN(.run = run)
