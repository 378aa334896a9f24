// Without urid:map, run() treats its control port as a CV port and reads a whole block from it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *gain = effect->port[GAIN];
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain[effect->map ? 0 : i] * input[i];
}

PLUGIN(.run = run)
