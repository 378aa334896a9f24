// Has one input and two outputs, which share the power of the input while the plug-in is bypassed.
#include "defect.h"

enum { ENABLED, RIGHT = OTHER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *left = effect->port[OUTPUT], *right = effect->port[RIGHT];
  const bool is_enabled = control(effect, ENABLED, 1) > 0;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = is_enabled ? fabsf(input[i]) : input[i];
    left[i] = 0.7071f * sample;
    right[i] = 0.7071f * sample;
  }
}

PLUGIN(.run = run)
