// Has a buffer for blocks of 512 frames, and allocates a larger one in run() for a longer block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames > 512) effect->data = realloc(effect->data, frames * sizeof(float));
  good_run(handle, frames);
}

PLUGIN(.run = run)
