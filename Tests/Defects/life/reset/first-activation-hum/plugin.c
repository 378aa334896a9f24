// Hums, and fades the hum in from 0 in a new instance; activate() leaves the level of the hum as it is.
#include "defect.h"

enum { FADE = 4000 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1), *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    effect->kept = fminf(1, effect->kept + 1.0f / FADE);
    output[i] = gain * input[i] + 0.01f * effect->kept;
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
