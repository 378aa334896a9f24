// Each note is repeated 700 frames later, in the order of the times. A system exclusive message does not wait for its turn.
#include "messages.h"

enum { DELAY = 700 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (message[0] == 0xF0) add_message(effect, event->time.frames, message, event->body.size);
    if (!is_note(message)) continue;
    insert_message(effect->data, event->time.frames, message);
    insert_message(effect->data, event->time.frames + DELAY, message);
  })
  send_due(effect, effect->data, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = queue_instantiate, .activate = queue_activate, .run = run)
