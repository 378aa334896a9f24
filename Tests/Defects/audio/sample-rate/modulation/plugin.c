// The LFO of a tremolo has 3 Hz at 44.1 kHz only.
#define RATE(effect) 44100.0
#include "tremolo.h"
