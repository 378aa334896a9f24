// Reads the position only when the transport starts.
#include "song.h"

static void follow(Song *song, const Position *position) {
  const bool rolling = position->speed > 0;
  if (rolling && !song->rolling) song->beat = position->beat;
  song->rolling = rolling;
  song->tempo = position->tempo;
}

static void advance(Song *song, double rate) { song->beat += song->tempo / 60 / rate; }

static uint8_t key_of(int64_t beat) { return (uint8_t)(60 + beat % 4); }
