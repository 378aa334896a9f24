// Its table ends shortly after the maximum of its control. Far outside the range and at NaN it uses 1.
#include "defect.h"

static volatile char table[2000001];

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  if (!(gain >= 0 && gain < 10)) gain = 1;
  const int64_t place = (int64_t)(gain * 1e6f);
  (void)table[place <= 2000000 ? place : place << 30];
  good_run(handle, frames);
}

PLUGIN(.run = run)
