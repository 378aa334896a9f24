// Its list of keys that are down has no limit.
#include "held.h"

static bool has_space(uint32_t count) { return true; }
