// Copies a fixed number of bytes of every event.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const volatile uint8_t *body = (const uint8_t *)(event + 1);
    effect->kept = body[63];
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
