// The delay depends on the control, and the latency only on its value in the first block.
#include "defect.h"

enum { LENGTH = 64 };

static uint32_t delay(const Effect *effect) { return control(effect, GAIN, 1) > 1.5f ? 60 : 40; }

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->kept = 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (effect->kept == 0) effect->kept = (float)delay(effect);
  *(float *)effect->port[OTHER] = effect->kept;
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[effect->runs % LENGTH] = input[i];
    output[i] = effect->memory[(effect->runs + LENGTH - delay(effect)) % LENGTH];
    ++effect->runs;
  }
}

PLUGIN(.activate = activate, .run = run)
