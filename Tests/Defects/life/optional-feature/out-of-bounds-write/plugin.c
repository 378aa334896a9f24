// Without urid:map, run() writes one sample too many.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  if (!effect->map) output[frames] = 0;
}

PLUGIN(.run = run)
