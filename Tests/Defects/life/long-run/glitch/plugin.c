// At the end of the ring, the delay is one frame too long.
#define WRAPPED(index, length) ((index) + (length) - 1)
#include "ring.h"
