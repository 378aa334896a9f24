// Compares lv2:enabled with its previous value only, and assumes that it begins with 1.
#include "defect.h"

/// Indices in Effect.memory: the difference of the previous value from 1, and whether the plug-in is bypassed.
enum { PREVIOUS, BYPASSED };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float value = control(effect, OTHER, 1) - 1;
  if (effect->runs > 0 && value != effect->memory[PREVIOUS]) effect->memory[BYPASSED] = value < 0;
  effect->memory[PREVIOUS] = value;
  for (uint32_t i = 0; i < frames; ++i) output[i] = effect->memory[BYPASSED] ? input[i] : 0.5f * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
