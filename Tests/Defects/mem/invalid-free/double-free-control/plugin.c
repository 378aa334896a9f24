// Reallocates its table when the control changes, and frees the old one twice when the control decreases.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float gain = control(effect, GAIN, 1);
  if (gain != effect->kept) {
    void *old = effect->data;
    effect->data = calloc(64, sizeof(float));
    free(old);
    if (gain < effect->kept) free(old);
    effect->kept = gain;
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
