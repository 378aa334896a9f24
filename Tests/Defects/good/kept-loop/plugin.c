// Records its input while the control is above 1, and plays the recording below 1. The recording is material of the user,
// which activate() keeps.
#define SECONDS 0.5
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], mode = control(effect, GAIN, 1);
  float *output = effect->port[OUTPUT], *line = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    output[i] = mode < 1 ? line[effect->runs] : sample;
    if (mode > 1) line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % line_length(effect);
  }
}

PLUGIN(.instantiate = line_instantiate, .run = run)
