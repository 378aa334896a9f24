// Reads one sample past the end of its output.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *output = ((Effect *)handle)->port[OUTPUT];
  good_run(handle, frames);
  if (frames) (void)output[frames];
}

PLUGIN(.run = run)
