/// The last `SECONDS` of the input, which the including file defines, in a block of memory that moves for each block of sound.
#ifndef HISTORY_H
#define HISTORY_H

#include "line.h"

/// Moves the first `length` samples of the history, and writes the input before them: the newest sample is the first one.
SPARE void remember(Effect *effect, uint32_t length, uint32_t frames) {
  const float *input = effect->port[INPUT];
  float *history = effect->data;
  if (frames > length) frames = length;
  memmove(history + frames, history, (length - frames) * sizeof *history);
  for (uint32_t i = 0; i < frames; ++i) history[i] = input[frames - 1 - i];
}

#endif
