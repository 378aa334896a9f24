// Its control output is the mean square of the samples, which is 0 / 0 for an empty block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  float sum = 0;
  for (uint32_t i = 0; i < frames; ++i) sum += ((float *)effect->port[OUTPUT])[i] * ((float *)effect->port[OUTPUT])[i];
  *(float *)effect->port[OTHER] = sum / frames;
}

PLUGIN(.run = run)
