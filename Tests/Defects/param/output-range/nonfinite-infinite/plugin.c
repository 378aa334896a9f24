// Its control output is the reciprocal of the peak, which is infinite in silence.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float peak = 0;
  for (uint32_t i = 0; i < frames; ++i) peak = fmaxf(peak, fabsf(((float *)effect->port[OUTPUT])[i]));
  *(float *)effect->port[OTHER] = 1 / peak;
}

PLUGIN(.run = run)
