// After a fade of 1024 frames, the bypass copies only the first sample of each block.
#include "defect.h"

enum { ENABLED = OTHER, FADE = 1024 };

/// `kept` is the number of frames since the bypass was switched on.
static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  float *output = effect->port[OUTPUT];
  if (control(effect, ENABLED, 1) > 0) {
    effect->kept = 0;
    good_run(handle, frames);
    return;
  }
  const uint32_t count = effect->kept < FADE ? frames : 1;
  for (uint32_t i = 0; i < count && i < frames; ++i) output[i] = input[i];
  effect->kept = fminf(effect->kept + (float)frames, FADE);
}

PLUGIN(.run = run)
