// Processes a block in parts of 512 frames, and leaves out the sample between two parts.
#include "defect.h"

enum { PART = 512 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t start = 0; start < frames; start += PART + 1)
    for (uint32_t i = start; i < frames && i < start + PART; ++i) output[i] = gain * input[i];
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
