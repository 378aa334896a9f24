// The event times are not in ascending order.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  if (frames > 1) add_note(effect, frames - 1, 0x90);
  if (frames > 1) add_note(effect, 0, 0x80);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
