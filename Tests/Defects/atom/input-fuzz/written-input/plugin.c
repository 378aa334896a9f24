// Replaces the status of each MIDI message in the buffer of the host.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    volatile uint8_t *message = (uint8_t *)(event + 1);
    if (event->body.type == midi_event) message[0] &= 0xF0;
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
