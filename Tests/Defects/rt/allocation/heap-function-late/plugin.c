// Allocates memory in every sixteenth run().
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs % 16 == 15) free(malloc(1000));
  good_run(handle, frames);
}

PLUGIN(.run = run)
