// Uses a static scratch buffer, which is safe only if instances run one after the other.
#include "scratch.h"

static float scratch[256];

static void run(LV2_Handle handle, uint32_t frames) { scratch_run(handle, scratch, frames); }

PLUGIN(.run = run)
