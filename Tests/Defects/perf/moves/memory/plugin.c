// An echo after 20 ms, whose whole line moves for each frame.
#define SECONDS 0.02
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = line_length(effect);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = sample + line[length - 1] / 2;
    memmove(line + 1, line, (length - 1) * sizeof *line);
    line[0] = sample;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
