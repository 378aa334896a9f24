// run() keeps the last sample of the block; for an empty block its index is 2^32 - 1.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  good_run(handle, frames);
  effect->memory[0] = ((volatile float *)effect->port[OUTPUT])[frames - 1];
}

PLUGIN(.run = run)
