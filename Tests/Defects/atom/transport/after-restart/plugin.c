// Reads the position at the first start of the transport, and continues at the others where it was.
#define OWN_ADVANCE
#include "song.h"

static void follow(Song *song, const Position *position) {
  song->rolling = position->speed > 0;
  song->tempo = position->tempo;
  if (song->rolling && song->frames == 0) song->beat = position->beat;
}

static void advance(Song *song, double rate) {
  ++song->frames;
  song->beat += song->tempo / 60 / rate;
}
