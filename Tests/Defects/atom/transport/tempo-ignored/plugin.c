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
