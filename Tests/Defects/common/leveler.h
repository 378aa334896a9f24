/// Divides the signal by its level, which falls slowly. The including file defines `next_level(level, sample)`.
#include "defect.h"

static float next_level(float level, float sample);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const float gain = control(effect, GAIN, 1);
  for (uint32_t i = 0; i < frames; ++i) {
    const float sample = isfinite(input[i]) ? input[i] : 0;
    effect->memory[0] = next_level(effect->memory[0], input[i]);
    if (effect->memory[0] < 1e-20f) effect->memory[0] = 0;
    output[i] = gain * sample / (1 + effect->memory[0]);
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
