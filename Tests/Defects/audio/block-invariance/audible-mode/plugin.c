// A tremolo in which one waveform, which is not the default, begins anew in each block.
#include "defect.h"

enum { PERIOD = 3000 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const bool falls = control(effect, GAIN, 1) == 2;
  for (uint32_t i = 0; i < frames; ++i) {
    const float place = (float)((falls ? i : effect->runs + i) % PERIOD) / PERIOD;
    output[i] = input[i] * (falls ? 1 - place : fabsf(1 - 2 * place));
  }
  effect->runs = (effect->runs + frames) % PERIOD;
}

PLUGIN(.run = run)
