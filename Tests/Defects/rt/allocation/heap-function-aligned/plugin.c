// Allocates aligned memory in each run() with two different functions.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  void *block;
  if (!posix_memalign(&block, 64, 256)) free(block);
  free(aligned_alloc(64, 256));
  good_run(handle, frames);
}

PLUGIN(.run = run)
