// An amplifier that begins processed after each activate(), and fades to the input in 20 ms if it is bypassed.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = 1;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT], *wet = effect->memory;
  const float target = control(effect, OTHER, 1) > 0 ? 1 : 0, step = (float)(50 / effect->rate);
  for (uint32_t i = 0; i < frames; ++i) {
    *wet = *wet < target ? fminf(target, *wet + step) : fmaxf(target, *wet - step);
    output[i] = input[i] * (1 + *wet * (0.5f * control(effect, GAIN, 1) - 1));
  }
}

PLUGIN(.activate = activate, .run = run)
