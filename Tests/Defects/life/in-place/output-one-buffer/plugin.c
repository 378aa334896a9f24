// One channel after the other: if both inputs and the first output are in one buffer, the second input is lost.
#include "defect.h"

enum { INPUT_2 = OTHER, OUTPUT_2 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *first = effect->port[INPUT];
  float *left = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) left[i] = 0.25f * first[i];
  const float *input = effect->port[INPUT_2];
  float *output = effect->port[OUTPUT_2];
  for (uint32_t i = 0; i < frames; ++i) output[i] = 0.5f * input[i];
}

PLUGIN(.run = run)
