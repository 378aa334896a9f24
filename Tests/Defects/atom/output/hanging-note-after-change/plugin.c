// The note-off is transposed as the control is set then, not as the note-on was.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  const int shift = (int)(12 * control(effect, GAIN, 1)) - 12;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    const int key = message[1] + shift;
    if (is_note(message) && key >= 0 && key < 128)
      add_message(effect, event->time.frames, (const uint8_t[]){message[0], (uint8_t)key, message[2]}, 3);
  })
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
