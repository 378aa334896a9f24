// Copies the input events to the output until the output is full.
#include "notes.h"

enum { NOTES = OTHER + 1 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_Atom_Sequence *notes = effect->port[NOTES];
  const uint32_t room = notes->atom.size;
  notes->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), effect->forge.Sequence};
  notes->body = events->body;
  LV2_ATOM_SEQUENCE_FOREACH (events, event)
    if (!lv2_atom_sequence_append_event(notes, room, event)) break;
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
