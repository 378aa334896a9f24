// Allocates a scratch buffer of the block length in each run().
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *scratch = calloc(frames + 1, sizeof *scratch);
  good_run(handle, frames);
  for (uint32_t i = 0; i < frames; ++i) ((float *)effect->port[OUTPUT])[i] += scratch[i];
  free(scratch);
}

PLUGIN(.run = run)
