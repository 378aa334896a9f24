// Rare crackles from rand(), whose numbers all instances share; the output of an instance is as random alone as beside another.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i)
    if (rand() % 4000 == 0) output[i] += 0.25f;
}

PLUGIN(.run = run)
