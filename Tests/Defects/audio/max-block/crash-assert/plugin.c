// An assertion fails in blocks of more than 4096 frames.
#include "defect.h"
#include <assert.h>

static void run(LV2_Handle handle, uint32_t frames) {
  assert(frames <= 4096);
  good_run(handle, frames);
}

PLUGIN(.run = run)
