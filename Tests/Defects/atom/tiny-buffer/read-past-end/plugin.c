// Reads the first event of the previous block, also from a buffer without room for one.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile LV2_Atom_Event *first = (const LV2_Atom_Event *)((const LV2_Atom_Sequence *)effect->port[OTHER] + 1);
  effect->kept = (float)first->time.frames;
  notes_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
