// The root of a sum from which the squares of the last block are subtracted: rounding makes it negative in silence.
#include "meter.h"

static float level(Effect *effect, const float *input, uint32_t frames) {
  float squares = 0;
  for (uint32_t i = 0; i < frames; ++i) squares += isfinite(input[i]) ? input[i] * input[i] : 0;
  float *sum = &effect->memory[0], *last = &effect->memory[1];
  *sum += 1.1f * (squares - *last);
  *sum -= 1e-6f;
  *last = squares;
  if (!isfinite(*sum)) *sum = 0;
  return sqrtf(*sum);
}
