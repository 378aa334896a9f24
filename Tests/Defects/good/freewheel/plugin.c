// Allocates heap memory in run(), but only while freewheeling.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  if (control(handle, OTHER, 0) > 0) free(malloc(sizeof(float) * (frames + 1)));
  good_run(handle, frames);
}

PLUGIN(.run = run)
