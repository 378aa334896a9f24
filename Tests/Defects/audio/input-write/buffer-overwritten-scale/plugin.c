// Scales its input in the host's buffer and copies the result.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *input = effect->port[INPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) input[i] *= gain;
  if (frames) memmove(effect->port[OUTPUT], input, sizeof(float) * frames);
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
