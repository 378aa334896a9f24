// Writes at most the first 128 frames of a block.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) { good_run(handle, frames < 128 ? frames : 128); }

PLUGIN(.run = run)
