// Asks for aligned memory in every run, by two of the functions that have it.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  void *block;
  if (!posix_memalign(&block, 64, 256)) free(block);
  free(aligned_alloc(64, 256));
  good_run(handle, frames);
}

PLUGIN(.run = run)
