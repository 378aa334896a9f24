// Declares a control optional, and reads it all the same.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  const float trim = fmaxf(0, fminf(1, *(float *)effect->port[OTHER]));
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= trim;
}

PLUGIN(.run = run)
