// Computes the square root of a negative number if the gain falls by more than 1.5 between blocks.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = NAN;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  const float fall = isnan(effect->memory[0]) ? 0 : effect->memory[0] - gain;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = sqrtf(1.5f - fall) * gain * input[i];
  if (frames) effect->memory[0] = gain;
}

PLUGIN(.activate = activate, .run = run)
