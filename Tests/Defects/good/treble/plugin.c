// A highpass at 15 kHz, whose level depends on the frequencies that a rate can have.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float share = 1 - expf((float)(-2 * M_PI * 15000 / effect->rate));
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = fabsf(input[i]) < 1e6f ? input[i] : 0;
    effect->memory[0] += share * (sample - effect->memory[0]);
    if (fabsf(effect->memory[0]) < 1e-15f) effect->memory[0] = 0;
    output[i] = sample - effect->memory[0];
  }
}

PLUGIN(.run = run)
