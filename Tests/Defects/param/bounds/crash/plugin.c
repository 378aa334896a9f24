// Selects one of eight tables by its control; the maximum selects none. Out of range it uses 1.
#include "defect.h"

static volatile char table[8];

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  if (!(gain >= 0 && gain <= 2)) gain = 1;
  const size_t place = (size_t)(4 * gain);
  (void)table[place < 8 ? place : place << 40];
  good_run(handle, frames);
}

PLUGIN(.run = run)
