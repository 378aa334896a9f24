// Writes a number to an output for sequences.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Float *atom = effect->port[OTHER];
  *atom = (LV2_Atom_Float){{sizeof(float), effect->forge.Float}, 1};
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
