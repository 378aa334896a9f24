// Velocities are at least 20, also that of a note-on of velocity 0, which is a note-off.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    const uint8_t velocity = message[2] < 20 ? 20 : message[2];
    if (is_note(message)) add_message(effect, event->time.frames, (const uint8_t[]){message[0], message[1], velocity}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
