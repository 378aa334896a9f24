/// An echo that a switch at port 3 turns off. The including file defines `rest(effect, input, frames)`: what happens to the
/// delay line while it is off.
#define SECONDS 0.2
#include "line.h"

enum { SWITCH = OTHER };

static void rest(Effect *effect, const float *input, uint32_t frames);

/// Records the input and its echoes; returns the echo of a frame.
static float record(Effect *effect, float sample) {
  float *line = effect->data;
  const float echo = line[effect->runs];
  const float recorded = (isfinite(sample) ? sample : 0) + 0.5f * echo;
  line[effect->runs] = fabsf(recorded) < 1e-15f || fabsf(recorded) > 1e6f ? 0 : recorded;
  effect->runs = (effect->runs + 1) % line_length(effect);
  return echo;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  if (control(effect, SWITCH, 1) > 0) {
    for (uint32_t i = 0; i < frames; ++i) output[i] = gain * (input[i] + 0.5f * record(effect, input[i]));
  } else {
    rest(effect, input, frames);
    memmove(output, input, frames * sizeof *output);
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
