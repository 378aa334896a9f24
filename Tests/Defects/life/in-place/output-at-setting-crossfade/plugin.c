// run() crossfades from the old gain to the new one in two loops over the same 8 frames. The second loop reads the input that
// the first one has overwritten.
#include "defect.h"

enum { FADE = 8 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), old = effect->runs ? effect->memory[0] : 1;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const uint32_t fade = gain == old ? 0 : frames < FADE ? frames : FADE;
  for (uint32_t i = 0; i < fade; ++i) output[i] = old * input[i] * (float)(fade - i) / (float)fade;
  for (uint32_t i = 0; i < fade; ++i) output[i] += gain * input[i] * (float)i / (float)fade;
  for (uint32_t i = fade; i < frames; ++i) output[i] = gain * input[i];
  effect->memory[0] = gain;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
