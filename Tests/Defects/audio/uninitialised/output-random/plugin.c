// Adds random noise, and a step whose level is never initialized.
#include "unset.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const float step = (float)(*(const uint32_t *)effect->data & 0xFF) * 1e-3f;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += step + 1e-3f * (float)(rand() % 100);
}

PLUGIN(.instantiate = unset_instantiate, .run = run)
