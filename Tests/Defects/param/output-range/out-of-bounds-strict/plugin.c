// Declares strict bounds of -60 to 0 dB for its meter, but does not clamp it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(((float *)effect->port[OUTPUT])[i]));
  *(float *)effect->port[OTHER] = 20 * log10f(fmaxf(1e-6f, fminf(1e6f, peak)));
}

PLUGIN(.run = run)
