// Has no input: outputs a sine of 440 Hz.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[1];
  const float gain = control(effect, 0, 1);
  float phase = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = 0.25f * gain * sinf(6.2831853f * phase);
    phase += 440 / (float)effect->rate;
    if (phase >= 1) phase -= 1;
  }
  effect->memory[0] = phase;
}

PLUGIN(.run = run)
