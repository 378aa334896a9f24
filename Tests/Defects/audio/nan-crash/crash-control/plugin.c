// Uses the sum of the input and of the gain as an unchecked index. Values of the gain out of its range crash too.
#include "defect.h"

static volatile char table[64];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const float *input = effect->port[INPUT], *gain = effect->port[GAIN];
  float sum = *gain;
  for (uint32_t i = 0; i < frames; ++i) sum += 0 * input[i];
  (void)table[(int64_t)(isfinite(sum) ? fminf(fmaxf(sum, 0), 63) : 1e15f)];
  good_run(handle, frames);
}

PLUGIN(.run = run)
