// A comb whose feedback reaches 1.0005 at the maximum of its control, so its output grows slowly.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float feedback = 1.0005f * fmaxf(0, fminf(1, 0.5f * control(effect, GAIN, 1)));
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  uint32_t place = (uint32_t)effect->memory[63];
  for (uint32_t i = 0; i < frames; ++i) {
    float sample = 0.1f * input[i] + feedback * effect->memory[place];
    if (!(fabsf(sample) > 1e-20f) || isinf(sample)) sample = 0;
    effect->memory[place] = sample;
    output[i] = sample;
    place = (place + 1) % 63;
  }
  effect->memory[63] = (float)place;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
