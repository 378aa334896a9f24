// Keeps the received position in a float, whose steps become longer than a millisecond late in a song.
#include "song.h"

static void follow(Song *song, const Position *position) {
  song->beat = (float)position->beat;
  song->rolling = position->speed > 0;
  song->tempo = position->tempo;
}
