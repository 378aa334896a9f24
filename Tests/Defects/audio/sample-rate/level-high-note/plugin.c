// Above 100 kHz, the table of gains for the rates has no entry.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  static const float gains[] = {1, 1, 0};
  const float gain = gains[effect->rate > 50000 ? effect->rate > 100000 ? 2 : 1 : 0] * control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
}

PLUGIN(.run = run)
