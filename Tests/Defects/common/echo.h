/// An echo. The including file defines its time, `SECONDS`, and its feedback gain, `feedback()`. A sample beyond 1e6 is
/// replaced by 0.
#include "line.h"

static float feedback(Effect *effect);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float share = feedback(effect);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const uint32_t length = line_length(effect);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0, echo = line[effect->runs];
    line[effect->runs] = fabsf(echo) < 1e6f ? sample + share * echo : 0;
    output[i] = 0.5f * (sample + echo);
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
