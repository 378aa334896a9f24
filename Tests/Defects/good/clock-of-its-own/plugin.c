// Plays at the tempo of the transport, by a count of its own that the position does not change.
#include "song.h"

static void follow(Song *song, const Position *position) {
  song->rolling = position->speed > 0;
  song->tempo = position->tempo;
}
