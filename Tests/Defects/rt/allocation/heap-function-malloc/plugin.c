// Allocates and frees a block in each run().
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  free(malloc(64));
  good_run(handle, frames);
}

PLUGIN(.run = run)
