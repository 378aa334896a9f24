// Declares a control as lv2:connectionOptional, but reads it without comparing the pointer with NULL.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  const float trim = fmaxf(0, fminf(1, *(float *)effect->port[OTHER]));
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= trim;
}

PLUGIN(.run = run)
