/// An amplifier that stops computing after a second of silence. The including file defines `sleep_block()`, which replaces
/// the computation.
#ifndef SLEEP_H
#define SLEEP_H

#include "defect.h"

static void sleep_block(Effect *effect, uint32_t frames);

/// `memory[0]` is the duration of the silence in seconds.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *silence = &effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) *silence = input[i] == 0 ? *silence + 1 / (float)effect->rate : 0;
  if (*silence > 1) sleep_block(effect, frames);
  else good_run(handle, frames);
}

#endif
