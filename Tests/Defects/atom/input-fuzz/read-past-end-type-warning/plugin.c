// Reads every event as a MIDI message of three bytes.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const volatile uint8_t *message = (const uint8_t *)(event + 1);
    effect->kept = message[0] + message[1] + message[2];
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
