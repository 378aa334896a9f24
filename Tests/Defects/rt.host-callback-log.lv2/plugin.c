// Writes a note to the host's log in run; only entries of type Trace may be written there.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->log && effect->memory[0] != 0) effect->log->printf(effect->log->handle, (LV2_URID)effect->memory[0], "run\n");
  good_run(handle, frames);
}

// The type of the entry is mapped in time.
static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (effect->map) effect->memory[0] = (float)effect->map->map(effect->map->handle, LV2_LOG__Note);
}

PLUGIN(.activate = activate, .run = run)
