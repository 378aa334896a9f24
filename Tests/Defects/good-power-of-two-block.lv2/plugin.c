// Requires blocks of a power of two, and would not survive another.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (frames & (frames - 1)) abort();
  good_run(handle, frames);
}

PLUGIN(.run = run)
