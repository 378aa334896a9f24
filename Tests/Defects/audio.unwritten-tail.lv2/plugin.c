// Works in vectors of four and forgets the samples left over.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) { good_run(handle, frames & ~3u); }

PLUGIN(.run = run)
