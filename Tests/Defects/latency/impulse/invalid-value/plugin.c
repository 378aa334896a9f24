// Its latency is 0 / 0, because it divides by a value that is never set.
#include "defect.h"

enum { LATENCY = OTHER, ENABLED };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, ENABLED, 1) > 0 ? control(effect, GAIN, 1) : 1;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  *(float *)effect->port[LATENCY] = effect->kept / effect->kept;
}

PLUGIN(.run = run)
