// Reduces its control into range by halving and subtraction, which never ends for infinity.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile float gain = *(const float *)((Effect *)handle)->port[GAIN];
  while (gain > 2) gain = gain > 1e6f ? gain / 2 : gain - 1;
  good_run(handle, frames);
}

PLUGIN(.run = run)
