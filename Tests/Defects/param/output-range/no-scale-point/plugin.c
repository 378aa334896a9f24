// The notes below A4 are negative.
#define REMAINDER(note) ((note) % 12)
#include "tuner.h"
