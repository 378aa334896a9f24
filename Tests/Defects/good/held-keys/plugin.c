// Ignores keys beyond those that its list can hold.
#include "held.h"

static bool has_space(uint32_t count) { return count < HELD; }
