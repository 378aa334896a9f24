/// A delay of a quarter of a second in a ring of 1.7 s. The including file defines the place in the ring of a negative index,
/// `WRAPPED(index, length)`.
#define SECONDS 1.7
#include "line.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *line = effect->data;
  const int32_t length = (int32_t)line_length(effect), delay = (int32_t)(0.25 * effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    line[effect->runs] = input[i];
    const int32_t index = (int32_t)effect->runs - delay;
    output[i] = gain * line[index < 0 ? WRAPPED(index, length) : index];
    effect->runs = (effect->runs + 1) % (uint32_t)length;
  }
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)
