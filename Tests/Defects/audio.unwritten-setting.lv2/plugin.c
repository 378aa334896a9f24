// Takes a gain of 0 for a reason to do nothing.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (control(handle, GAIN, 1) > 0) good_run(handle, frames);
}

PLUGIN(.run = run)
