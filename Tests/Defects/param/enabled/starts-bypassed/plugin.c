// Is bypassed by default.
#include "bypass.h"

static bool is_bypassed(float value) { return value > 0; }
