/// The correct parts of an amplifier whose gain MIDI messages lower. The including file defines `reduction()`.
#include "notes.h"

enum { EVENTS = OTHER };

/// The reduction of the gain by a message, 0 to 127; negative for a message without effect.
static int reduction(const uint8_t *message, uint32_t size);

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_ATOM_SEQUENCE_FOREACH ((const LV2_Atom_Sequence *)effect->port[EVENTS], event) {
    if (event->body.type != midi_event || event->body.size == 0) continue;
    const int value = reduction((const uint8_t *)(event + 1), event->body.size);
    if (value >= 0) effect->memory[0] = (float)value / 256;
  }
  good_run(handle, frames);
  float *output = effect->port[OUTPUT];
  for (uint32_t i = 0; i < frames; ++i) output[i] *= 1 - effect->memory[0];
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
