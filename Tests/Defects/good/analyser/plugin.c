// A peak meter without an audio output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[0];
  float peak = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) peak = fminf(1e6f, fmaxf(fabsf(input[i]), 0.999f * peak));
  effect->memory[0] = peak > 1e-9f ? peak : 0;
  *(float *)effect->port[1] = effect->memory[0];
}

PLUGIN(.run = run)
