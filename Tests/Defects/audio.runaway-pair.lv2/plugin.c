// An echo of a quarter of a second, whose gain is the product of two controls: above 1 with both of them at their ends,
// and with neither alone.
#define SECONDS 0.25
#include "echo.h"

static float feedback(Effect *effect) {
  return fminf(fmaxf(control(effect, GAIN, 1), 0), 2) * fminf(fmaxf(control(effect, OTHER, 0.3f), 0), 0.6f);
}
