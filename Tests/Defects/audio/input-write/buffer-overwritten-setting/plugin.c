// Scales its input in the host's buffer if the gain is raised.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  float *input = effect->port[INPUT];
  if (gain > 1.5f)
    for (uint32_t i = 0; i < frames; ++i) input[i] *= gain;
  good_run(handle, frames);
}

PLUGIN(.run = run)
