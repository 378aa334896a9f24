// The balance of dry and wet sound takes its value from the wrong port: the gain.
#include "defect.h"

enum { MIX = GAIN };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), mix = fminf(control(effect, MIX, 1), 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] = (mix * gain + 1 - mix) * input[i];
}

PLUGIN(.run = run)
