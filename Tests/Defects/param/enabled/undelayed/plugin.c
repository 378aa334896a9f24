// Reports a latency of 32 frames, but does not delay the bypassed signal.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const bool enabled = control(effect, OTHER, 1) > 0;
  const float gain = control(effect, GAIN, 1);
  *(float *)effect->port[OTHER + 1] = 32;
  uint32_t place = (uint32_t)effect->memory[32];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i], late = effect->memory[place];
    effect->memory[place] = sample;
    place = (place + 1) % 32;
    output[i] = enabled ? gain * late : sample;
  }
  effect->memory[32] = (float)place;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
