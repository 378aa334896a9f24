// An echo that is switched on by a control whose default is 0, and whose line activate() does not clear.
#define SECONDS 0.05
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = line_length(effect);
  const bool is_enabled = control(effect, OTHER, 0) > 0;
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = input[i];
    output[i] = sample + (is_enabled ? line[effect->runs] / 2 : 0);
    line[effect->runs] = is_enabled ? sample : 0;
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .run = run)
