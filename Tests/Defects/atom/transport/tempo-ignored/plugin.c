// Counts beats at the tempo at which the transport started.
#include "song.h"

static void follow(Song *song, const Position *position) {
  const bool rolling = position->speed > 0;
  if (rolling && !song->rolling) {
    song->beat = position->beat;
    song->tempo = position->tempo;
  }
  song->rolling = rolling;
}

static void advance(Song *song, double rate) { song->beat += song->tempo / 60 / rate; }

static uint8_t key_of(int64_t beat) { return (uint8_t)(60 + beat % 4); }
