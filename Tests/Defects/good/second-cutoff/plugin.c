// At other settings than the default, the second channel has another cutoff, at every rate.
#define CUTOFF(gain) (1000 / fabsf(gain - 1))
#include "lowpass-stereo.h"

static double rate(const Effect *effect, int channel) { return channel ? effect->rate / 1.5 : effect->rate; }
