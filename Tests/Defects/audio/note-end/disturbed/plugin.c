// A note-off restarts the oscillators of all voices.
#include "notes.h"

static bool restart(Effect *effect, const uint8_t *message);

#define IGNORES(effect, message) restart(effect, message)
#include "synth.h"

static bool restart(Effect *effect, const uint8_t *message) {
  Synth *synth = effect->data;
  for (int i = 0; i < VOICES && (message[0] & 0xF0) == 0x80; ++i) synth->voices[i].phase = 0;
  return false;
}
