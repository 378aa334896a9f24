// A transposed note beyond half the sample rate makes the oscillator unstable.
#include "unstable.h"

static bool is_stable(float key, float transpose) { return key + transpose <= 140; }
