// Halves the first block after activate(), whatever its length, as filters with late coefficients do.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float factor = effect->runs == 0 ? 0.5f : 1;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= factor;
}

PLUGIN(.run = run)
