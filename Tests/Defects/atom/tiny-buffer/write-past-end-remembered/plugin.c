// The size of the output is that of the first block, also if a later one is smaller.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Sequence *notes = effect->port[OTHER];
  if (effect->kept == 0) effect->kept = (float)notes->atom.size;
  notes->atom.size = (uint32_t)effect->kept;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  add_note(effect, 0, 0x90);
  add_note(effect, 0, 0x80);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
