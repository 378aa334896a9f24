// A new note lowers those that sound, and its end raises them again.
#include "notes.h"

static bool duck(Effect *effect, const uint8_t *message);

#define IGNORES(effect, message) duck(effect, message)
#include "synth.h"

static bool duck(Effect *effect, const uint8_t *message) {
  Synth *synth = effect->data;
  const bool begins = (message[0] & 0xF0) == 0x90 && message[2] > 0, ends = (message[0] & 0xF0) == 0x80;
  for (Voice *voice = synth->voices; voice < synth->voices + VOICES; ++voice)
    if (voice->used && voice->down && voice->pitch != message[1] && (begins || ends))
      voice->level = begins ? voice->level * 0.7f : fminf(0.1f, voice->level / 0.7f);
  return false;
}
