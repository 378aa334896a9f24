// Has a port designated lv2:enabled and ignores it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= 0.5f;
}

PLUGIN(.run = run)
