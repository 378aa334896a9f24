// Allocates memory once per second.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  // `kept` counts the frames since the last second.
  effect->kept += frames;
  if (effect->kept >= effect->rate) {
    effect->kept = 0;
    free(malloc(1000));
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
