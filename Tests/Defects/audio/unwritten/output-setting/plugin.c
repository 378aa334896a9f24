// Returns early at a gain of 0 and writes no output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (control(handle, GAIN, 1) > 0) good_run(handle, frames);
}

PLUGIN(.run = run)
