// Wraps a phase by repeated subtraction, which never ends for infinity.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  const float *input = ((Effect *)handle)->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i)
    for (volatile float phase = fabsf(input[i]); phase > 1;) phase = phase < 1e6f ? phase - 1 : phase / 2;
  good_run(handle, frames);
}

PLUGIN(.run = run)
