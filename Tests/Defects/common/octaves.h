/// MIDI messages are passed on; a note can begin with an octave below it, which is written last.
#ifndef OCTAVES_H
#define OCTAVES_H

#include "messages.h"

SPARE void pass_on(Effect *effect, uint32_t frames, bool doubles) {
  LV2_Atom_Forge_Frame sequence;
  Queue octaves = {.count = 0};
  begin_messages(effect, &sequence);
  FOR_EACH_MESSAGE (effect, event, message, {
    add_message(effect, event->time.frames, message, event->body.size);
    if (doubles && is_note(message) && message[1] >= 12)
      insert_message(&octaves, event->time.frames, (const uint8_t[]){message[0], message[1] - 12, message[2]});
  })
  send_due(effect, &octaves, frames);
  lv2_atom_forge_pop(&effect->forge, &sequence);
  good_run(effect, frames);
}

#endif
