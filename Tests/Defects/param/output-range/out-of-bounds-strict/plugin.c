// Declares strict bounds of -60 to 0 dB for its meter, but does not clamp it.
#include "output-peak.h"

static float value(float peak) { return 20 * log10f(fmaxf(1e-6f, fminf(1e6f, peak))); }
