// Reads lv2:enabled only in the first block.
#include "defect.h"

enum { ENABLED };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (effect->runs == 0) effect->memory[0] = control(effect, ENABLED, 1) > 0;
  for (uint32_t i = 0; i < frames; ++i) output[i] = effect->memory[0] ? 0.5f * input[i] : input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
