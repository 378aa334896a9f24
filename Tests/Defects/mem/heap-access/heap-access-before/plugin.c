// Reads a delay line before its start, as an index without a wrap does.
#define ENTRIES 1000
#include "entries.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile float *line = effect->data;
  (void)line[-50];
  good_run(handle, frames);
}

PLUGIN(.instantiate = entries_instantiate, .run = run)
