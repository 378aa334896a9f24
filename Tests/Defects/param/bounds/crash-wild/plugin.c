// Reads through an address that was never that of a heap block, near a freed one, if its control is at the maximum.
#include "defect.h"

static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  char *block = malloc(100);
  effect->data = NULL;
  free(block);
  effect->port[OTHER] = block + 0x12345678;
  good_activate(handle);
}

static void run(LV2_Handle handle, uint32_t frames) {
  const Effect *effect = handle;
  if (control(handle, GAIN, 1) == 2) (void)*(volatile char *)effect->port[OTHER];
  good_run(handle, frames);
}

PLUGIN(.activate = activate, .run = run)
