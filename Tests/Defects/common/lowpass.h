/// A lowpass of four poles at 1 kHz. The including file defines the rate by which it is designed, `RATE(effect)`, and whether
/// it is on, `IS_ON(effect)`.
#include "defect.h"

enum { POLES = 4 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float share = IS_ON(effect) ? 1 - expf((float)(-2 * M_PI * 1000 / RATE(effect))) : 1;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    float sample = fabsf(input[i]) < 1e6f ? input[i] : 0;
    for (int pole = 0; pole < POLES; ++pole) {
      float *state = &effect->memory[pole];
      *state += share * (sample - *state);
      if (fabsf(*state) < 1e-15f) *state = 0;
      sample = *state;
    }
    output[i] = sample;
  }
}

PLUGIN(.run = run)
