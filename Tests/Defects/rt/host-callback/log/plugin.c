// Logs a note in run(); only log entries of the type Trace are real-time safe.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->log && effect->memory[0] != 0) effect->log->printf(effect->log->handle, (LV2_URID)effect->memory[0], "run\n");
  good_run(handle, frames);
}

// Maps the type of the log entry outside run().
static void activate(LV2_Handle handle) {
  Effect *effect = handle;
  good_activate(handle);
  if (effect->map) effect->memory[0] = (float)effect->map->map(effect->map->handle, LV2_LOG__Note);
}

PLUGIN(.activate = activate, .run = run)
