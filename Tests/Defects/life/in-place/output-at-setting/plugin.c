// run() clears the output before it reads the input, but only with a raised gain.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (control(effect, GAIN, 1) > 1.5f) memset(effect->port[OUTPUT], 0, frames * sizeof(float));
  good_run(handle, frames);
}

PLUGIN(.run = run)
