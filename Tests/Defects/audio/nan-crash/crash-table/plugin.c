// Uses a sample as a table index; NaN converts to the smallest integer.
#include "defect.h"

static volatile float table[2049];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    float place = 1024 + 1024 * input[i];
    if (place < 0) place = 0;
    if (place > 2048) place = 2048;
    (void)table[(int)place];
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
