// The note-off of a detected onset has the key that the control selects then, not the key of its note-on.
#include "onset.h"

static uint8_t end_key(const Effect *effect) { return present_key(effect); }
