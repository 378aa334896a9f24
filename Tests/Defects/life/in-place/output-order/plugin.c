// run() clears the output before it reads the input.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames) memset(effect->port[OUTPUT], 0, sizeof(float) * frames);
  good_run(handle, frames);
}

PLUGIN(.run = run)
