/// The correct parts of an instrument with one voice. Its first ports are EVENTS and SOUND; `memory[0]` is the key.
#ifndef VOICE_H
#define VOICE_H

#include "notes.h"

enum { EVENTS, SOUND };

/// Whether the key is down after all events of the block.
SPARE bool is_down(Effect *effect) {
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type == midi_event && event->body.size == 3)
      effect->memory[0] = lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON && message[2] > 0;
  }
  return effect->memory[0] > 0;
}

#endif
