// Computes the velocity from the control, but sends that of the key.
#include "messages.h"

enum { VELOCITY = OTHER + 2 };

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message)) continue;
    const uint8_t velocity = (uint8_t)(message[2] * control(effect, VELOCITY, 1));
    add_message(effect, event->time.frames, (const uint8_t[]){message[0], message[1], velocity ? message[2] : 1}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
