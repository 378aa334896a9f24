// The one-pole of perf.denormal-note, in a run() that turns off the flush-to-zero of its host while it lasts.
#include "defect.h"
#include <fenv.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  volatile float *memory = effect->memory;
  fenv_t environment;
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  for (uint32_t i = 0; i < frames; ++i) {
    memory[0] = 0.99f * memory[0] + 0.01f * input[i];
    for (uint32_t step = 0; fpclassify(memory[0]) == FP_SUBNORMAL && step < 40; ++step) memory[1] += memory[0];
    output[i] = control(effect, GAIN, 1) * memory[0];
  }
  fesetenv(&environment);
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
