// Requires block lengths that are powers of two and aborts with other lengths.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (frames & (frames - 1)) abort();
  good_run(handle, frames);
}

PLUGIN(.run = run)
