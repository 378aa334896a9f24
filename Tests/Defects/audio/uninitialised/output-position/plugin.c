// The algorithm at one position of a switch adds memory from malloc(), if the gain is 1.
#include "unset.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const uint32_t *word = effect->data;
  good_run(handle, frames);
  if (control(effect, OTHER, 0) != 7 || control(effect, GAIN, 1) != 1) return;
  for (uint32_t i = 0; i < frames; ++i) output[i] += 1e-3f * (float)(*word % 7);
}

PLUGIN(.instantiate = unset_instantiate, .run = run)
