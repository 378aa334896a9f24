// An echo of three seconds whose feedback exceeds 1 if the gain is raised.
#define SECONDS 3
#include "echo.h"

static float feedback(Effect *effect) { return 0.65f * fminf(fmaxf(control(effect, GAIN, 1), 0), 2); }
