// The amplifier of common/plugin.ttl, which does nothing while its output is not connected.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->port[OUTPUT]) good_run(handle, frames);
}

PLUGIN(.run = run)
