// Omits the last of three samples that remain after the last vector of four.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) { good_run(handle, frames % 4 == 3 ? frames - 1 : frames); }

PLUGIN(.run = run)
