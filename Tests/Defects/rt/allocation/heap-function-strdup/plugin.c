// Allocates memory in run() indirectly, through strdup().
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  free(strdup("a name"));
  good_run(handle, frames);
}

PLUGIN(.run = run)
