// The square of a very large sample is infinite, and the difference of the level from itself is NaN.
#include "leveler.h"

static float next_level(float level, float sample) {
  if (!isfinite(sample)) return level;
  return level + 0.001f * (sample * sample - level);
}
