// Each second zero of the input changes the sign of the output: the frequency depends on what is played.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float *last = &effect->memory[0], *zeros = &effect->memory[1];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    if (*last < 0 && sample >= 0) *zeros = fmodf(*zeros + 1, 2);
    *last = sample;
    output[i] = *zeros > 0 ? fabsf(sample) : -fabsf(sample);
  }
}

PLUGIN(.run = run)
