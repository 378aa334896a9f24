// Crashes at two instructions of run(): an optional control is read without comparing the pointer with NULL, and NaN of
// the other control passes the clamp and becomes an index into a table.
#include "defect.h"

static volatile char table[2000001];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float trim = fmaxf(0, fminf(1, *(float *)effect->port[OTHER]));
  float gain = *(const float *)effect->port[GAIN];
  if (gain < 0) gain = 0;
  if (gain > 2) gain = 2;
  // The conversion of NaN gives INT32_MIN, as SSE2 does.
  const int64_t place = isnan(gain) ? INT32_MIN : (int64_t)(gain * 1e6f);
  (void)table[place < 0 ? place * 1024 : place];
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] *= trim;
}

PLUGIN(.run = run)
