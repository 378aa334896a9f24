// Each frame of the first channel is finished before the second is read, which matters only if the first output is in the
// buffer of the second input.
#include "defect.h"

enum { INPUT_2 = OTHER, OUTPUT_2 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *first = effect->port[INPUT], *second = effect->port[INPUT_2];
  float *left = effect->port[OUTPUT], *right = effect->port[OUTPUT_2];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = second[i];
    left[i] = 0.25f * first[i];
    right[i] = first == second ? 0.5f * sample : 0.5f * second[i];
  }
}

PLUGIN(.run = run)
