// All instances share one static filter state.
#include "defect.h"

static float state;

static void activate(LV2_Handle handle) {
  good_activate(handle);
  state = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    state = isfinite(output[i]) ? 0.5f * (output[i] + state) : 0;
    if (fabsf(state) < 1e-20f) state = 0;
    output[i] = state;
  }
}

PLUGIN(.activate = activate, .run = run)
