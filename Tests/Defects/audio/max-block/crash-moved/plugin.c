// Has a buffer for 4096 frames; a longer block writes far behind it, whatever the values of the controls are.
#include "defect.h"

static volatile char buffer[4096];

static void run(LV2_Handle handle, uint32_t frames) {
  if (frames > 4096) buffer[(size_t)frames << 40] = 1;
  good_run(handle, frames);
}

PLUGIN(.run = run)
