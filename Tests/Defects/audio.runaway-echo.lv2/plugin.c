// An echo every three seconds, each louder than the one before when the gain is turned up.
#define SECONDS 3
#include "echo.h"

static float feedback(Effect *effect) { return 0.65f * fminf(fmaxf(control(effect, GAIN, 1), 0), 2); }
