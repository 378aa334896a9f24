// run() scales the first output sample even in an empty block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[OUTPUT];
  good_run(handle, frames);
  output[0] *= 0.5f;
}

PLUGIN(.run = run)
