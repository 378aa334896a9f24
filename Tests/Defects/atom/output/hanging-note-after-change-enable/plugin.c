// Plays a fifth to each key, which the control turns off. The note-off of a key that was pressed without is not known.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  uint8_t *pressed = (uint8_t *)effect->memory;
  LV2_Atom_Forge_Frame sequence;
  const bool harmonizes = control(effect, GAIN, 1) > 0;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    if (!is_note(message) || message[0] & 0x0F || message[1] > 120) continue;
    const bool wasPressed = pressed[message[1]];
    if (harmonizes) pressed[message[1]] = is_note_on(message);
    if (harmonizes && !is_note_on(message) && !wasPressed) continue;
    add_message(effect, event->time.frames, message, 3);
    if (harmonizes || wasPressed)
      add_message(effect, event->time.frames, (const uint8_t[]){message[0], message[1] + 7, message[2]}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
