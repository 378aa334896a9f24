// Maps a URI once per second.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  effect->kept += frames;
  if (effect->kept >= effect->rate) {
    effect->kept = 0;
    if (effect->map) effect->map->map(effect->map->handle, DEFECT_URI "#second");
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
