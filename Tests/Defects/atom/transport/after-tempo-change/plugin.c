// Computes the beat from the frames since the start of the transport, also of those that passed at another tempo.
#define COUNTED_FRAMES
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
