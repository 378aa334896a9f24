// When the pattern changes, the notes of all channels end.
#include "patterns.h"

static unsigned channels(void) { return 16; }
