// All instances share one phase, which never returns to its start.
#include "defect.h"

static float phase;

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    phase += 0.0123456f;
    if (phase > 1) phase -= 1;
    output[i] *= phase;
  }
}

PLUGIN(.run = run)
