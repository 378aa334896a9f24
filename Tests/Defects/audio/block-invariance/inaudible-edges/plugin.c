// A square wave whose phase is rounded at the end of each block, so that some edges come a frame earlier or later.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[1];
  const float gain = control(effect, 0, 1), step = 1000 / (float)effect->rate;
  float phase = effect->memory[0];
  for (uint32_t i = 0; i < frames; ++i) {
    output[i] = sinf(6.2831853f * phase) > 0 ? 0.1f * gain : -0.1f * gain;
    phase += step;
  }
  effect->memory[0] = fmodf(phase, 1);
}

PLUGIN(.run = run)
