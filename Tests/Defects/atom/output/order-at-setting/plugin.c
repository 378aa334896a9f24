// With the gain at its minimum, a note begins with an octave below it, which is written last.
#include "messages.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Forge_Frame sequence;
  Queue octaves = {.count = 0};
  const bool doubles = control(effect, GAIN, 1) == 0;
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    add_message(effect, event->time.frames, message, event->body.size);
    if (doubles && is_note(message) && message[1] >= 12)
      insert_message(&octaves, event->time.frames, (const uint8_t[]){message[0], message[1] - 12, message[2]});
  })
  send_due(effect, &octaves, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
