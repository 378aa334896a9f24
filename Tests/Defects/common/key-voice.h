/// The correct parts of an instrument with one voice, which sounds while a key is down. The including file defines
/// `play(effect, key, output, frames)`; `memory[2]` is for its oscillator.
#include "voice.h"

static void play(Effect *effect, float key, float *output, uint32_t frames);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  memset(output, 0, frames * sizeof *output);
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type == midi_event && event->body.size == 3 && lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON)
      effect->memory[1] = message[1];
  }
  if (is_down(effect)) play(effect, effect->memory[1], output, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
