// The lowpass of the second channel keeps the rate of its constructor, and is off by default.
#define CUTOFF(gain) (1000 / fabsf(gain - 1))
#include "lowpass-stereo.h"

static double rate(const Effect *effect, int channel) { return channel ? 44100 : effect->rate; }
