// Shifts the sound by a number of frames that the user chooses: no latency that a host should compensate.
#include "defect.h"

enum { LENGTH = 64 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const uint32_t delay = (uint32_t)fminf(fmaxf(20 * control(effect, GAIN, 1), 0), 40);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[effect->runs % LENGTH] = input[i];
    output[i] = effect->memory[(effect->runs + LENGTH - delay) % LENGTH];
    ++effect->runs;
  }
}

PLUGIN(.run = run)
