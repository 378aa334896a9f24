// An echo after 63 frames whose delay line activate() does not clear.
#ifndef UNCLEARED_ECHO_H
#define UNCLEARED_ECHO_H

#include "defect.h"

static void uncleared_activate(LV2_Handle handle) { ((Effect *)handle)->runs = 0; }

static void uncleared_run(Effect *effect, uint32_t frames, float direct, float echo) {
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  uint32_t place = (uint32_t)effect->memory[63];
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = direct * sample + echo * effect->memory[place];
    effect->memory[place] = sample;
    place = (place + 1) % 63;
  }
  effect->memory[63] = (float)place;
  effect->runs += frames > 0;
}

#endif
