// Reads the previous sample of the first frame from before the start of the buffer.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *input = ((Effect *)handle)->port[INPUT];
  good_run(handle, frames);
  if (frames) (void)input[-1];
}

PLUGIN(.run = run)
