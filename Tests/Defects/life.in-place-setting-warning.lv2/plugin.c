// Clears its output first when the gain is turned up, and with it an input in the same buffer.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (control(effect, GAIN, 1) > 1.5f) memset(effect->port[OUTPUT], 0, frames * sizeof(float));
  good_run(handle, frames);
}

PLUGIN(.run = run)
