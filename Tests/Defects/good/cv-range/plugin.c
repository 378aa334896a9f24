// A control voltage in hertz, from 20 to 20000. Its logarithm is NaN for negative values, which are outside the range
// that a host may send.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *hertz = effect->port[INPUT];
  float *octaves = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) octaves[i] = gain * log2f(hertz[i] / 440) / 10;
}

PLUGIN(.run = run)
