// Each note is a scale point.
#define REMAINDER(note) (((note) % 12 + 12) % 12)
#include "tuner.h"
