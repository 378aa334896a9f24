// Clamps its control in the host's memory.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *gain = ((Effect *)handle)->port[GAIN];
  *gain = fminf(*gain, 2);
  good_run(handle, frames);
}

PLUGIN(.run = run)
