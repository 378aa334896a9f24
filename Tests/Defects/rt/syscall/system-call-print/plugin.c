// Prints to standard error in every eighth run().
#include "defect.h"
#include <stdio.h>

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs % 8 == 7) fputs("run\n", stderr);
  good_run(handle, frames);
}

PLUGIN(.run = run)
