// cleanup() reads memory that activate() allocates, also if activate() was never called.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (!effect->data) effect->data = calloc(1, 64);
}

static void cleanup(LV2_Handle handle) {
  Effect *effect = handle;
  effect->kept = *(volatile char *)effect->data;
  good_cleanup(handle);
}

PLUGIN(.activate = activate, .cleanup = cleanup)
