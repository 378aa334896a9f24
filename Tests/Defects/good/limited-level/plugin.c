// The level is limited, and falls from there within a second.
#include "leveler.h"

static float next_level(float level, float sample) {
  return fmaxf(isfinite(sample) ? fminf(fabsf(sample), 100) : 0, 0.9995f * level);
}
