// Functions that no check calls: for one value of the control, and in a table of functions. Coverage names them.
#include "defect.h"

#define SEPARATE SPARE __attribute__((noinline, noclone))

SEPARATE void scale(float *samples, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) samples[i] *= 0.5f;
}

SEPARATE void unplayed_value(float *samples, uint32_t frames) {
  scale(samples, frames);
  for (uint32_t i = 0; i < frames; ++i) samples[i] *= 2.0f;
}

SEPARATE void played_mode(float *samples, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) samples[i] += 0.0f;
}

SEPARATE void unplayed_mode(float *samples, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) samples[i] *= 1.0f;
}

/// Not referred to by any function: an interface in the same library, for example.
__attribute__((visibility("default"), noinline)) void unreachable_window(float *samples) { *samples = 1.0f; }

static void (*const modes[])(float *, uint32_t) = {played_mode, unplayed_mode};

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  const volatile uint32_t mode = 0;
  modes[mode](effect->port[OUTPUT], frames);
  if (control(effect, GAIN, 1.0f) == 0.7310239f) unplayed_value(effect->port[OUTPUT], frames);
}

PLUGIN(.run = run)
