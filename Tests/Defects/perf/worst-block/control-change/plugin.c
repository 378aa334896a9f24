// Calculates its coefficients at length in run() when the gain has changed.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  volatile double sum = 0;
  for (uint32_t i = 0; gain != effect->memory[0] && i < 400000; ++i) sum = sum + sin(i * (double)gain);
  effect->memory[0] = gain;
  good_run(handle, frames);
}

PLUGIN(.run = run)
