// The release of a compressor is computed for 44.1 kHz.
#define RATE(effect) 44100.0
#include "compressor.h"
