// Delays by a third of a millisecond, but reports the number of frames at 48 kHz.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  const uint32_t delay = (uint32_t)fmin(effect->rate / 3000, 60);
  *(float *)effect->port[OTHER] = 16;
  uint32_t place = (uint32_t)effect->memory[63];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = gain * effect->memory[place];
    effect->memory[place] = sample;
    place = (place + 1) % delay;
  }
  effect->memory[63] = (float)place;
}

PLUGIN(.run = run)
