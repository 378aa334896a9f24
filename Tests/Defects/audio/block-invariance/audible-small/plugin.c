// A tremolo that does not advance in blocks of fewer than 12 frames.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *phase = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = input[i] * (0.5f + 0.5f * sinf(6.2831853f * *phase));
    if (frames >= 12) *phase += (float)(2 / effect->rate);
    if (*phase >= 1) *phase -= 1;
  }
}

PLUGIN(.run = run)
