// A feedback loop of 10 ms, whose gain the user can set above 1: its output then grows from sample to sample.
#define SECONDS 0.01
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *line = effect->data, *output = effect->port[OUTPUT];
  const float *input = effect->port[INPUT];
  const uint32_t length = line_length(effect);
  const float feedback = 0.6f * control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i] + feedback * line[effect->runs];
    output[i] = line[effect->runs] = fabsf(sample) < 1e-15f ? 0 : sample;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
