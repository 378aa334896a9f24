// Brings its control into range by subtraction, which does nothing to infinity.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float gain = control(handle, GAIN, 1);
  while (gain > 1e6f) gain /= 2;
  for (volatile float rest = gain; rest > 2;) rest -= 1;
  good_run(handle, frames);
}

PLUGIN(.run = run)
