// Divides by its control, whose range begins at 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  const float scale = 0.5f / control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) output[i] = scale * output[i];
}

PLUGIN(.run = run)
