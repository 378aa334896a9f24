// Resizes a buffer to the block's length in every run, though it is the same from run to run.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  effect->data = realloc(effect->data, 4 * frames + 4);
  good_run(handle, frames);
}

PLUGIN(.run = run)
