// The sequence ends inside its last event.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  notes_run(handle, frames);
  LV2_Atom *atom = effect->port[OTHER];
  if (atom->size > sizeof(LV2_Atom_Sequence_Body)) atom->size -= 8;
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
