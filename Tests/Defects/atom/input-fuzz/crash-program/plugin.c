// Has 16 programs, and uses the program number of a message as an index without a check.
#include "notes.h"

static const float *const programs[16];

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const LV2_Atom_Sequence *events = effect->port[OTHER];
  LV2_ATOM_SEQUENCE_FOREACH (events, event) {
    const uint8_t *message = (const uint8_t *)(event + 1);
    if (event->body.type != midi_event || event->body.size != 2 || message[0] != 0xC0) continue;
    const float *const *program = programs;
    if (message[1] > 15) program += 1000 * 1000 * message[1];
    if (*program) effect->kept = **program;
  }
  good_run(handle, frames);
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
