// Crashes if one edge of a band is at its maximum and the other at its minimum; the gain has no influence.
#include "defect.h"

static volatile char table[8];

static void run(LV2_Handle handle, uint32_t frames) {
  const bool is_empty = control(handle, OTHER, 1) == 2 && control(handle, OTHER + 1, 3) == 2;
  (void)table[is_empty ? (size_t)1 << 40 : 0];
  good_run(handle, frames);
}

PLUGIN(.run = run)
