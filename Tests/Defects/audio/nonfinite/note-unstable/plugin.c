// A high note makes the oscillator unstable, whatever the control is.
#include "unstable.h"

static bool is_stable(float key, float transpose) { return (void)transpose, key <= 110; }
