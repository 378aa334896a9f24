// A tremolo that advances by the same angle in each run(), whatever the block length.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float level = 0.75f + 0.25f * sinf((float)effect->runs * 0.3f);
  for (uint32_t i = 0; i < frames; ++i) output[i] *= level;
}

PLUGIN(.run = run)
