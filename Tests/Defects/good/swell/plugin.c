// A drone that grows louder for a minute, with and without an input signal.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT], *level = &effect->memory[0], *phase = &effect->memory[1];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) {
    *level = fminf(*level + (float)(1 / (60 * effect->rate)), 1);
    *phase += (float)(110 / effect->rate);
    if (*phase >= 1) *phase -= 1;
    output[i] += 0.1f * *level * sinf(6.2831853f * *phase);
  }
}

PLUGIN(.run = run)
