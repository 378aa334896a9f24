// Releases a button of the host: sets its control back to 0.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  float *gain = ((Effect *)handle)->port[GAIN];
  if (*gain > 1.5f) *gain = 0;
  good_run(handle, frames);
}

PLUGIN(.run = run)
