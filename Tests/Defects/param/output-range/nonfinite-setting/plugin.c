// The meter divides by zero at the highest gain only.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  *(float *)effect->port[OTHER] = 1 / (2 - control(effect, GAIN, 1));
}

PLUGIN(.run = run)
