// A tremolo whose phase is 0 after activate() and advances with every sample.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  float phase = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] *= 0.75f + 0.25f * sinf(6.2831853f * phase);
    phase += 5 / (float)effect->rate;
    if (phase >= 1) phase -= 1;
  }
  effect->memory[0] = phase;
}

PLUGIN(.run = run)
