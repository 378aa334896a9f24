// A delay whose length is set if the control is above 0 only: at 0 the length of before remains, also after activate().
#define SECONDS 0.1
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const uint32_t length = line_length(effect);
  const float *input = effect->port[INPUT], value = fminf(control(effect, GAIN, 1), 2);
  float *output = effect->port[OUTPUT], *line = effect->data;
  if (value > 0) effect->kept = value;
  const uint32_t delay = (uint32_t)(1000 * effect->kept);
  for (uint32_t i = 0; i < frames; ++i) {
    line[effect->runs] = input[i];
    output[i] = line[(effect->runs + length - delay) % length];
    effect->runs = (effect->runs + 1) % length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
