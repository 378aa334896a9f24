// Delays by half a second: sound in the output long after the end of the input is correct.
#define SECONDS 0.5
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = line_length(effect);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = line[effect->runs];
    line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
