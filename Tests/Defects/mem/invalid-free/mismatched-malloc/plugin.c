// Allocates a buffer with malloc() for each run(), and releases it with delete.
#include "operators.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  delete_object(effect->data);
  effect->data = malloc(100);
  good_run(handle, frames);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  delete_object(effect->data);
  effect->data = NULL;
  good_cleanup(handle);
}

PLUGIN(.run = run, .cleanup = cleanup)
