// A tremolo whose phase activate() does not reset.
#include "defect.h"

static void activate(LV2_Handle handle) {}

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

PLUGIN(.activate = activate, .run = run)
