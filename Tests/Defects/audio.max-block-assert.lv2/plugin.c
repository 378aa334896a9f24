// Aborts on blocks of more than 4096 frames.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (frames > 4096) abort();
  good_run(handle, frames);
}

PLUGIN(.run = run)
