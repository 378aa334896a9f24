// Allocates memory in run() at each system exclusive message.
#include "defect.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.size > 3 && message[0] == LV2_MIDI_MSG_SYSTEM_EXCLUSIVE) free(malloc(event->body.size));
  }
  good_run(handle, frames);
}

PLUGIN(.run = run)
