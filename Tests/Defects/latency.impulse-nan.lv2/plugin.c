// The latency is a number of samples divided by one that nobody has set; lv2:enabled at 0 passes the input through.
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
