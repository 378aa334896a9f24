// Requires a host with strict bounds, and fails if a value is out of bounds.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  static const float table[] = {0, 0.5f, 1};
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = table[(int)*(const float *)effect->port[GAIN]];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
}

PLUGIN(.run = run)
