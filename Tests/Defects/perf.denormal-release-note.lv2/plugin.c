// An instrument whose release ends in subnormal numbers and stays there, with a slow path of its own for them as in
// perf.denormal-note.
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
  volatile float *level = effect->memory + 1;
  const float goal = is_down(effect) ? 0.5f : 0;
  for (uint32_t i = 0; i < frames; ++i) {
    *level = 0.99f * *level + 0.01f * goal;
    for (uint32_t step = 0; fpclassify(*level) == FP_SUBNORMAL && step < 40; ++step) effect->memory[2] += *level;
    output[i] = *level * sinf(0.1f * i);
  }
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
