/// An amplifier that keeps the last `SECONDS` of its input in a block of memory, which moves for each block of sound. The including
/// file defines `SECONDS` and `moved(effect)`: the number of samples that move.
#ifndef HISTORY_H
#define HISTORY_H

#include "line.h"

static uint32_t moved(const Effect *effect);

/// The newest sample is the first one.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *history = effect->data;
  const uint32_t length = moved(effect), new = frames < length ? frames : length;
  memmove(history + new, history, (length - new) * sizeof *history);
  for (uint32_t i = 0; i < new; ++i) history[i] = input[new - 1 - i];
  good_run(handle, frames);
}

PLUGIN(.instantiate = line_instantiate, .activate = line_activate, .run = run)

#endif
