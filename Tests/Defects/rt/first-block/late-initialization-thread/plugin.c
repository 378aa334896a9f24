// Allocates a scratch buffer for the thread that calls activate(), and another one in run() if its thread differs.
#include "defect.h"

static __thread float *scratch;

static void activate(LV2_Handle handle) {
  good_activate(handle);
  if (!scratch) scratch = calloc(64, sizeof *scratch);
}

static void run(LV2_Handle handle, uint32_t frames) {
  if (!scratch) scratch = calloc(64, sizeof *scratch);
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .run = run)
