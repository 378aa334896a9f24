// An echo at -75 dB whose delay line activate() does not clear.
#include "defect.h"

static void activate(LV2_Handle handle) { ((Effect *)handle)->runs = 0; }

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  uint32_t place = (uint32_t)effect->memory[63];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = sample + 1.8e-4f * effect->memory[place];
    effect->memory[place] = sample;
    place = (place + 1) % 63;
  }
  effect->memory[63] = (float)place;
  effect->runs += frames > 0;
}

PLUGIN(.activate = activate, .run = run)
