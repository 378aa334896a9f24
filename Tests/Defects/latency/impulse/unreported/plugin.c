// Delays by 40 frames, and has no port that reports it.
#include "defect.h"

enum { LENGTH = 64, LATENCY = 40 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[effect->runs % LENGTH] = input[i];
    output[i] = control(effect, GAIN, 1) * effect->memory[(effect->runs + LENGTH - LATENCY) % LENGTH];
    ++effect->runs;
  }
}

PLUGIN(.run = run)
