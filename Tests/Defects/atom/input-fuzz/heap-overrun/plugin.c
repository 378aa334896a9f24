// Copies up to 16 bytes of a MIDI message into a heap block of 13 bytes.
#include "notes.h"

enum { ROOM = 13, COPIED = 16 };

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *bundle,
                              const LV2_Feature *const *features) {
  Effect *effect = notes_instantiate(descriptor, rate, bundle, features);
  if (effect) effect->data = calloc(ROOM, 1);
  return effect;
}

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    volatile uint8_t *last = effect->data;
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event) continue;
    for (uint32_t i = 0; i < event->body.size && i < COPIED; ++i) last[i] = message[i];
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = instantiate, .run = run)
