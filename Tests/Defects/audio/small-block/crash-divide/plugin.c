// Divides by the block length in units of sixteen frames, which is 0 for short blocks.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (frames) *(volatile uint32_t *)&effect->memory[0] = 1000 / (frames / 16);
  good_run(handle, frames);
}

PLUGIN(.run = run)
