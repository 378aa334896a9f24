// Turning the filter on again plays the offset of the signal from before it was turned off.
#include "switched-filter.h"

static void rest(Effect *effect) {}
