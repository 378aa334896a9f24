// Prints to standard error in run() when the input exceeds full scale.
#include "defect.h"
#include <stdio.h>

static void run(LV2_Handle handle, uint32_t frames) {
  const float *input = ((Effect *)handle)->port[INPUT];
  for (uint32_t i = 0; i < frames; ++i) {
    if (fabsf(input[i]) <= 1) continue;
    fputs("overload\n", stderr);
    break;
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
