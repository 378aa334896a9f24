// Adds the root of the restored value, which is negative in the default state.
#include "state.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  const float offset = sqrtf(effect->kept);
  keep_peak(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) output[i] += 0 * offset;
}

STATE_PLUGIN(save_peak, restore_peak, .run = run)
