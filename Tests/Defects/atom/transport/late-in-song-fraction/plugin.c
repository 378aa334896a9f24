// Keeps the beat of the start in a float, which is exact at each beat, but not between two beats late in a song.
#define COUNTED_FRAMES
#include "song.h"

static void follow(Song *song, const Position *position) {
  const bool rolling = position->speed > 0;
  if (!song->rolling || song->tempo != position->tempo || fabs(song->beat - position->beat) > 0.5) {
    song->first = song->beat = (float)position->beat;
    song->frames = 0;
  }
  song->tempo = position->tempo;
  song->rolling = rolling;
}
