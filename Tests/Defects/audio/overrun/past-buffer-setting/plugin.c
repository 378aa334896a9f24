// Writes every fourth sample four times if the gain is raised, also past the end of a remainder.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  if (control(effect, GAIN, 1) < 1.5f) return;
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; i += 4)
    for (uint32_t k = 1; k < 4; ++k) output[i + k] = output[i];
}

PLUGIN(.run = run)
