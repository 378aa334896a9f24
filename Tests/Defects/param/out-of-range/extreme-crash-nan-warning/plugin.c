// Clamps its control with comparisons that are false for NaN, and uses the result as an index into a table.
#include "defect.h"

static volatile char table[2000001];

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = *(const float *)((Effect *)handle)->port[GAIN];
  if (gain < 0) gain = 0;
  if (gain > 2) gain = 2;
  // The conversion of NaN gives INT32_MIN, as SSE2 does.
  const int64_t place = isnan(gain) ? INT32_MIN : (int64_t)(gain * 1e6f);
  (void)table[place < 0 ? place * 1024 : place];
  good_run(handle, frames);
}

PLUGIN(.run = run)
