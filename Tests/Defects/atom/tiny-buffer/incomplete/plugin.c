// Checks the buffer size for each part of an event instead of the whole event.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame frame;
  begin_notes(effect, &frame);
  const uint8_t message[] = {0x90, 60, 100};
  lv2_atom_forge_frame_time(&effect->forge, 0);
  lv2_atom_forge_atom(&effect->forge, sizeof message, midi_event);
  lv2_atom_forge_write(&effect->forge, message, sizeof message);
  lv2_atom_forge_pop(&effect->forge, &frame);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
