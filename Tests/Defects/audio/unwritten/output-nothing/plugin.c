// Writes no output at all.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {}

PLUGIN(.run = run)
