// Allocates memory in run() at each program change.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.size == 2 && lv2_midi_message_type(message) == LV2_MIDI_MSG_PGM_CHANGE) free(malloc(4096));
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
