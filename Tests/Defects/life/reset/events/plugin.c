// Every second note is an octave higher; activate() does not begin to count anew.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  uint8_t *shifts = (uint8_t *)effect->memory;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message) || message[1] >= 116) continue;
    if (is_note_on(message)) {
      effect->kept = 12 - effect->kept;
      shifts[message[1]] = (uint8_t)effect->kept;
    }
    const uint8_t key = message[1] + shifts[message[1]];
    add_message(effect, event->time.frames, (const uint8_t[]){message[0], key, message[2]}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
