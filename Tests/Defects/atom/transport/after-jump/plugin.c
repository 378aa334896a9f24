// Reads the position only when the transport starts.
#include "song.h"

static void follow(Song *song, const Position *position) {
  const bool rolling = position->speed > 0;
  if (rolling && !song->rolling) song->beat = position->beat;
  song->rolling = rolling;
  song->tempo = position->tempo;
}
