// A ring whose end is no event in the sound.
#define WRAPPED(index, length) ((index) + (length))
#include "ring.h"
