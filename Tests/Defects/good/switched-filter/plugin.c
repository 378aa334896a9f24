// A filter whose state is cleared while it is turned off.
#include "switched-filter.h"

static void rest(Effect *effect) { effect->memory[0] = 0; }
