// All instances use the scratch memory to which a static variable points. run() changes no static variable.
#include "scratch.h"

static float *scratch;

__attribute__((constructor)) static void allocate(void) { scratch = calloc(256, sizeof *scratch); }

__attribute__((destructor)) static void release(void) { free(scratch); }

static void run(LV2_Handle handle, uint32_t frames) { scratch_run(handle, scratch, frames); }

PLUGIN(.run = run)
