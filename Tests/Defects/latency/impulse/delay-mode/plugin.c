// Delays by 40 frames, in one mode by 20 more, but always reports 40.
#include "defect.h"

enum { LENGTH = 64 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const uint32_t delay = control(effect, GAIN, 1) > 1.5f ? 60 : 40;
  *(float *)effect->port[OTHER] = 40;
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[effect->runs % LENGTH] = input[i];
    output[i] = effect->memory[(effect->runs + LENGTH - delay) % LENGTH];
    ++effect->runs;
  }
}

PLUGIN(.run = run)
