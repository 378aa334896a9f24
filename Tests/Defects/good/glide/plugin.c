// Smooths its gain, starting at the value of the control in activate(), which hosts set before.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  effect->memory[0] = control(effect, GAIN, 1);
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = fminf(fmaxf(control(effect, GAIN, 1), 0), 2);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[0] += 0.01f * (gain - effect->memory[0]);
    output[i] = effect->memory[0] * input[i];
  }
}

PLUGIN(.activate = activate, .run = run)
