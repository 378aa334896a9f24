// Waits endlessly for the end of a system exclusive message that is longer than its buffer of 64 bytes.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const volatile uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event || message[0] != 0xF0 || event->body.size <= 64) continue;
    while (message[1] != 0xF7) {}
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
