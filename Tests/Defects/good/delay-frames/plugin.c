// The delay is a number of frames, which a control states in this unit.
#define SECONDS (9600 / effect->rate)
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint32_t length = line_length(effect);
  const uint32_t delay = (uint32_t)fminf(fmaxf(control(effect, OTHER, 4800), 1), 9599);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    line[effect->runs] = input[i];
    output[i] = line[(effect->runs + length - delay) % length];
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
