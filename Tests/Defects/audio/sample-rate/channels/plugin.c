// The lowpass of the second channel keeps the rate of its constructor.
#include "lowpass-stereo.h"

static double rate(const Effect *effect, int channel) { return channel ? 48000 : effect->rate; }
