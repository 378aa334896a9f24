// Its table has no place for a value slightly below the minimum of its control. Farther outside the range it uses 1.
#include "defect.h"

static volatile char table[2000001];

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  if (!(gain >= -0.5f && gain <= 2)) gain = 1;
  const int64_t place = (int64_t)(gain * 1e6f);
  (void)table[place >= 0 ? place : place << 30];
  good_run(handle, frames);
}

PLUGIN(.run = run)
