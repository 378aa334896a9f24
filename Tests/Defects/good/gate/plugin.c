// Outputs zeros from activate() until the input is loud, and during silence. It writes every sample.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  float gain = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    const float wanted = fabsf(input[i]) > 0.05f;
    gain += wanted > gain ? 0.01f * (wanted - gain) : 0.001f * (wanted - gain);
    if (gain < 1e-6f) gain = 0;
    output[i] = gain * input[i];
  }
  effect->memory[0] = gain;
}

PLUGIN(.run = run)
