// Computes the beat from the frames since the start of the transport, also of those that passed at another tempo.
#define OWN_ADVANCE
#include "song.h"

static void follow(Song *song, const Position *position) {
  const bool rolling = position->speed > 0;
  if (rolling && !song->rolling) {
    song->first = position->beat;
    song->frames = 0;
  }
  song->tempo = position->tempo;
  song->rolling = rolling;
}

static void advance(Song *song, double rate) {
  ++song->frames;
  song->beat = song->first + (double)song->frames * song->tempo / 60 / rate;
}
