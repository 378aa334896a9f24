// Writes NaN with the highest gain if the instance was activated again after it had played with the lowest gain.
#include "defect.h"

enum { LOWEST = 1, REACTIVATED = 2 };

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  const float history = effect->memory[0];
  good_activate(handle);
  effect->memory[0] = history > 0 ? REACTIVATED : 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *history = effect->memory;
  if (gain <= 0 && *history < LOWEST) *history = LOWEST;
  const float factor = gain >= 2 && *history >= REACTIVATED ? NAN : gain;
  for (uint32_t i = 0; i < frames; ++i) output[i] = factor * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.activate = activate, .run = run)
