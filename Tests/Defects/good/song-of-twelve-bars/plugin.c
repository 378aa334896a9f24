// Follows the transport, with other keys in each of 12 bars.
#define OWN_KEYS
#include "song.h"

static void follow(Song *song, const Position *position) {
  song->beat = position->beat;
  song->rolling = position->speed > 0;
  song->tempo = position->tempo;
}

static uint8_t key_of(int64_t beat) { return (uint8_t)(60 + beat / 4 % 12); }
