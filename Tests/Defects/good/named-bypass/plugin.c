// A bypass without the designation, whose positions do what its name says.
#include "bypass.h"

static bool is_bypassed(float value) { return value > 0.5f; }
