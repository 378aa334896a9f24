// Maps a URI in run; the host's table may be behind a lock and grow on the heap.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->map) effect->map->map(effect->map->handle, LV2_ATOM__Float);
  good_run(handle, frames);
}

PLUGIN(.run = run)
