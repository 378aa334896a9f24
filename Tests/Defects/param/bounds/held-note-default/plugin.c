// A high note makes the oscillator unstable, whatever the control is.
#include "voice.h"

enum { TRANSPOSE = 2 };

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
  if (!is_down(effect)) return;
  const float growth = effect->memory[1] > 110 ? 1.01f : 1;
  if (effect->memory[2] == 0) effect->memory[2] = 0.05f + 1e-3f * control(effect, TRANSPOSE, 0);
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[2] *= -growth;
    output[i] = effect->memory[2];
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
