// Allocates a table for all instances in the first run() of the first instance.
#include "defect.h"

static float *table;

static void run(LV2_Handle handle, uint32_t frames) {
  if (!table) table = calloc(64, sizeof *table);
  good_run(handle, frames);
}

PLUGIN(.run = run)
