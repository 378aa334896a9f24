// The gate opens by the level of the wrong input: that of the signal instead of that of the key.
#include "defect.h"

enum { KEY = OTHER };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], *key = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = fabsf(key[i]) > 0.1f ? control(effect, GAIN, 1) * input[i] : 0;
}

PLUGIN(.run = run)
