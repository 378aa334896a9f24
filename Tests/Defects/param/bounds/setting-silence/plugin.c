// Divides by the level of the input, which is 0 after a time of silence; the lowest gain disables the protection.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *level = effect->memory;
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    *level = fmaxf(fabsf(sample), 0.99f * *level);
    if (*level < 1e-6f) *level = 0;
    output[i] = 0.25f * sample / (gain > 0 ? fmaxf(*level, 1e-3f) : *level);
  }
}

PLUGIN(.run = run)
