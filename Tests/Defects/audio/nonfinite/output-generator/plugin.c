// Has no input: outputs NaN from 10000 frames after activate() on, above 48 kHz.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[1], *time = effect->memory;
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = *time > 10000 && effect->rate > 48000 ? NAN : 0.25f * control(effect, 0, 1);
    *time += 1;
  }
}

PLUGIN(.run = run)
