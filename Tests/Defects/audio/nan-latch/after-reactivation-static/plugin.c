// An echo whose delay line is shared by all instances and never cleared, so NaN remains in it.
#include "defect.h"

#define LENGTH 64

static float line[LENGTH];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    float *place = line + i % LENGTH;
    *place = 0.5f * (input[i] + *place);
    if (fabsf(*place) < 1e-20f) *place = 0;
    output[i] = *place;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
