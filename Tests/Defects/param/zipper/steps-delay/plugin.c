// Delays by its control's value in samples, without smoothing or crossfade.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  const uint32_t delay = (uint32_t)fminf(62, fmaxf(0, 31 * control(effect, GAIN, 1)));
  uint32_t place = (uint32_t)effect->memory[63];
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[place] = input[i];
    output[i] = effect->memory[(place + 63 - delay) % 63];
    place = (place + 1) % 63;
  }
  effect->memory[63] = (float)place;
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
