// The size of the sequence exceeds the size of the buffer.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  notes_run(handle, frames);
  ((LV2_Atom_Sequence *)effect->port[OTHER])->atom.size = 1u << 20;
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
