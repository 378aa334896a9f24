// Reads the byte after the last one of a buffer of more than 512 bytes.
#include "notes.h"

static void run(LV2_Handle handle, uint32_t frames) {
  Effect *effect = handle;
  const volatile uint8_t *bytes = effect->port[OTHER];
  const uint32_t capacity = ((const LV2_Atom *)effect->port[OTHER])->size + sizeof(LV2_Atom);
  notes_run(handle, frames);
  if (capacity > 512 + sizeof(LV2_Atom)) effect->kept = bytes[capacity];
}

PLUGIN(.instantiate = notes_instantiate, .run = run)
