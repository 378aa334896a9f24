// A note-on message lacks its velocity.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  if (frames) add_message(effect, 0, (const uint8_t[]){0x90, 60}, 2);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
