// The gain moves in time, at every rate.
#define RATE(effect) (effect)->rate
#include "tremolo.h"
