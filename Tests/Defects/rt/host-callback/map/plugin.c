// Maps a URI in run(); the host may lock a mutex or allocate memory to do so.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->map) effect->map->map(effect->map->handle, LV2_ATOM__Float);
  good_run(handle, frames);
}

PLUGIN(.run = run)
