// Writes events without a check of the buffer size.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Sequence *notes = effect->port[OTHER];
  const struct {
    LV2_Atom_Event event;
    uint8_t message[8];
  } note = {{{0}, {3, midi_event}}, {0x90, 60, 100}};
  notes->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body) + sizeof note, effect->forge.Sequence};
  notes->body = (LV2_Atom_Sequence_Body){0, 0};
  memcpy(notes + 1, &note, sizeof note);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
