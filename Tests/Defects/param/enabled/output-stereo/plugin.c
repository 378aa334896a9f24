// Has one input and two outputs, and ignores lv2:enabled.
#include "defect.h"

enum { RIGHT = OTHER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *left = effect->port[OUTPUT], *right = effect->port[RIGHT];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = fabsf(input[i]);
    left[i] = 0.7f * sample;
    right[i] = 0.5f * sample;
  }
}

PLUGIN(.run = run)
