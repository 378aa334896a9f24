// Forwards its input events in reverse order.
#include "notes.h"

enum { NOTES = OTHER + 1, LIMIT = 64 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_Atom_Sequence *notes = effect->port[NOTES];
  const uint32_t room = notes->atom.size;
  const LV2_Atom_Event *order[LIMIT];
  unsigned count = 0;
  notes->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), effect->forge.Sequence};
  notes->body = events->body;
  LV2_ATOM_SEQUENCE_FOREACH (events, event)
    if (count < LIMIT) order[count++] = event;
  while (count > 0)
    if (!lv2_atom_sequence_append_event(notes, room, order[--count])) break;
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
