// An echo of a quarter of a second whose feedback is the product of two controls: it exceeds 1 only with both controls
// at their ends.
#define SECONDS 0.25
#include "echo.h"

static float feedback(Effect *effect) {
  return fminf(fmaxf(control(effect, GAIN, 1), 0), 2) * fminf(fmaxf(control(effect, OTHER, 0.3f), 0), 0.6f);
}
