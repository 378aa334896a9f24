// Takes a block from the heap in every run, and gives it back.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  free(malloc(64));
  good_run(handle, frames);
}

PLUGIN(.run = run)
