// A detector of onsets whose note-offs have the keys of their note-ons, also if the control moved meanwhile.
#include "onset.h"

static uint8_t end_key(const Effect *effect) { return (uint8_t)effect->memory[KEY]; }
