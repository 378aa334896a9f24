// Counts up to its control in steps that are 0 at the maximum. Out of range it uses 1.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  if (!(gain >= 0 && gain <= 2)) gain = 1;
  const float step = fminf(1, 1000 * (2 - gain));
  for (volatile float count = 0; count < gain;) count += step;
  good_run(handle, frames);
}

PLUGIN(.run = run)
