// Advances by half a block per step, which is 0 for a block of one frame.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  good_run(handle, frames);
  for (volatile uint32_t done = 0; done < frames;) done += frames / 2;
}

PLUGIN(.run = run)
