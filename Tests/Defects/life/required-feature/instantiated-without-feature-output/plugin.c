// Requires urid:map, but accepts a host without it and is silent then.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->map)
    good_run(handle, frames);
  else
    memset(effect->port[OUTPUT], 0, frames * sizeof(float));
}

PLUGIN(.run = run)
