// Renders its voice in pieces of 8 frames, the last one too, while a note sounds.
#include "notes.h"

enum { EVENTS, SOUND };

/// Whether a key is down, after all events of the block.
static bool is_down(Effect *effect) {
  const LV2_Atom_Sequence *events = effect->port[EVENTS];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type == midi_event && event->body.size == 3)
      effect->memory[0] = lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON && message[2] > 0;
  }
  return effect->memory[0] > 0;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  float *output = effect->port[SOUND];
  memset(output, 0, frames * sizeof *output);
  if (!is_down(effect)) return;
  for (uint32_t start = 0; start < frames; start += 8)
    for (uint32_t i = start; i < start + 8; ++i) output[i] = 0.25f * sinf(0.1f * (i - start));
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
