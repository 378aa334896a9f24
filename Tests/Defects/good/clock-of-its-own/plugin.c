// Plays at the tempo of the transport, by a count of its own that the position does not change.
#include "song.h"

static void follow(Song *song, const Position *position) {
  song->rolling = position->speed > 0;
  song->tempo = position->tempo;
}

static void advance(Song *song, double rate) { song->beat += song->tempo / 60 / rate; }

static uint8_t key_of(int64_t beat) { return (uint8_t)(60 + beat % 4); }
