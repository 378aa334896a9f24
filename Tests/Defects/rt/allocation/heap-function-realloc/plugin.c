// Reallocates a buffer for the block length in each run(), even if the length is unchanged.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  effect->data = realloc(effect->data, 4 * frames + 4);
  good_run(handle, frames);
}

PLUGIN(.run = run)
