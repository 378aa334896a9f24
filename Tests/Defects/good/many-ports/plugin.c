// Has sixteen inputs, sixteen outputs and thirty controls.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  for (uint32_t channel = 0; channel < 16; ++channel) {
    const float gain = control(effect, channel, 1), *input = effect->port[30 + channel];
    float *output = effect->port[46 + channel];
    for (uint32_t i = 0; i < frames; ++i) output[i] = gain * input[i];
  }
}

PLUGIN(.run = run)
