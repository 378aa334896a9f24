// Delays by 32 frames, but reports a latency of 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  *(float *)effect->port[OTHER] = 0;
  uint32_t place = (uint32_t)effect->memory[32];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = gain * effect->memory[place];
    effect->memory[place] = sample;
    place = (place + 1) % 32;
  }
  effect->memory[32] = (float)place;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
