// A transposed note beyond half the sample rate makes the oscillator unstable.
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
  const float key = effect->memory[1] + fminf(fmaxf(control(effect, TRANSPOSE, 0), -48), 48);
  const float growth = key > 140 ? 1.01f : 1;
  if (effect->memory[2] == 0) effect->memory[2] = 0.1f;
  for (uint32_t i = 0; i < frames; ++i) {
    effect->memory[2] *= -growth;
    output[i] = effect->memory[2];
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
