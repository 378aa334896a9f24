// Reads the next sample of the last frame from past the end of the buffer.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const volatile float *input = ((Effect *)handle)->port[INPUT];
  good_run(handle, frames);
  if (frames) (void)input[frames];
}

PLUGIN(.run = run)
