// Writes no sequence if it has no event.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  if (effect->runs % 4) {
    good_run(handle, frames);
  } else {
    notes_run(handle, frames);
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
