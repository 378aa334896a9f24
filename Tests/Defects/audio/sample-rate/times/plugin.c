// The delay line has the same number of frames at any rate, about a fifth of a second at 48 kHz.
#define SECONDS (9600 / effect->rate)
#include "echo.h"

static float feedback(Effect *effect) { return 0.3f * fminf(fmaxf(control(effect, GAIN, 1), 0), 2); }
