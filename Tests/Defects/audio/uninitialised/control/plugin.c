// Holds the largest level so far in memory from malloc(), and shows it in a control output.
#include "unset.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  uint32_t *level = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    const float magnitude = fminf(fabsf(input[i]), 1) * 1000;
    if (*level < (uint32_t)(magnitude > 0 ? magnitude : 0)) *level = (uint32_t)magnitude;
  }
  *(float *)effect->port[OTHER] = (float)*level;
  good_run(handle, frames);
}

PLUGIN(.instantiate = unset_instantiate, .run = run)
