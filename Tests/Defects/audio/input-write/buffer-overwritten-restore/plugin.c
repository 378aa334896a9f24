// Changes a sample of its input and restores it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  volatile float *input = ((Effect *)handle)->port[INPUT];
  if (frames && ((Effect *)handle)->port[INPUT] != ((Effect *)handle)->port[OUTPUT]) {
    const float sample = input[0];
    input[0] = 0;
    input[0] = sample;
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
