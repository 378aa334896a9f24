// Counts up to its control in steps that are 0 at the maximum, and sleeps after such a step. Out of range it uses 1.
#include "defect.h"
#include <unistd.h>

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  if (!(gain >= 0 && gain <= 2)) gain = 1;
  const float step = fminf(1, 1000 * (2 - gain));
  for (volatile float count = 0; count < gain;) {
    count += step;
    if (step == 0) usleep(1000);
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
