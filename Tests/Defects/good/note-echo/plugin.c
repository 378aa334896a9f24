// Each note is repeated 700 frames later. All messages wait in one queue in the order of their times.
#include "messages.h"

enum { DELAY = 700 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message)) continue;
    insert_message(effect->data, event->time.frames, message);
    insert_message(effect->data, event->time.frames + DELAY, message);
  })
  send_due(effect, effect->data, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = queue_instantiate, .activate = queue_activate, .run = run)
