// Reads a block in run() that activate() freed.
#include "defect.h"

static void *stale;

static void activate(LV2_Handle handle) {
  good_activate(handle);
  free(stale = calloc(64, sizeof(float)));
}

static void run(LV2_Handle handle, uint32_t frames) {
  (void)*(const volatile float *)stale;
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .run = run)
