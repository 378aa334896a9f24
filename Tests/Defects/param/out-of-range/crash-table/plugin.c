// Uses its control as an unchecked index into a table as long as the range.
#include "defect.h"

static volatile char table[2000001];

static void run(LV2_Handle handle, uint32_t frames) {
  (void)table[(int64_t)(control(handle, GAIN, 1) * 1e6f)];
  good_run(handle, frames);
}

PLUGIN(.run = run)
