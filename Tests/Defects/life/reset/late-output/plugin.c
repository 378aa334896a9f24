// Has no input: outputs an impulse once per second, also counted from before a reset.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[1];
  for (uint32_t i = 0; i < frames; ++i) {
    effect->kept += 1;
    output[i] = effect->kept >= (float)effect->rate ? 0.5f * control(effect, 0, 1) : 0;
    if (output[i] != 0) effect->kept = 0;
  }
}

PLUGIN(.run = run)
