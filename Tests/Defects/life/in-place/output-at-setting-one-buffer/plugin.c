// run() writes a frame of the first channel before it reads that of the second one. This matters if both inputs are in the
// buffer of the first output and the gain is not 1.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  const float *left = effect->port[INPUT], *right = effect->port[OTHER];
  float *left_out = effect->port[OUTPUT], *right_out = effect->port[OTHER + 1];
  for (uint32_t i = 0; i < frames; ++i) {
    left_out[i] = gain * left[i];
    right_out[i] = gain * right[i];
  }
  effect->runs += frames > 0;
}

PLUGIN(.run = run)
