// After the gain was raised once, computes the square root of a negative number at the other control's end.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  if (control(effect, GAIN, 1) > 1.9f) effect->kept = 1;
  const float root = sqrtf(0.5f - effect->kept * control(effect, OTHER, 0.3f));
  for (uint32_t i = 0; i < frames; ++i) output[i] *= root;
}

PLUGIN(.run = run)
