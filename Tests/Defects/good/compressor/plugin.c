// The gain follows the level in seconds, at every rate.
#define RATE(effect) (effect)->rate
#include "compressor.h"
