// When the pattern changes, the notes of the last channel do not end.
#include "patterns.h"

static unsigned channels(void) { return 15; }
