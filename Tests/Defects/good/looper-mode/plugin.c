// A looper that never passes its input on: it records in one position of its mode, and plays in another one.
#define SECONDS 0.5
#include "line.h"

enum { STOP, RECORD, PLAY };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], gain = control(effect, GAIN, 1);
  const int mode = (int)control(effect, OTHER, STOP);
  float *output = effect->port[OUTPUT], *line = effect->data;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    output[i] = mode == PLAY ? gain * line[effect->runs] : 0;
    if (mode == RECORD) line[effect->runs] = sample;
    effect->runs = (effect->runs + 1) % line_length(effect);
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
