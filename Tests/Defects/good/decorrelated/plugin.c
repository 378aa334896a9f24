// An echo with another delay in each channel.
#include "stereo.h"

enum { LINE = 32 };

static float delayed(float *line, uint32_t frame, uint32_t delay, float input) {
  line[frame % LINE] = fabsf(input) < 1e6f ? input : 0;
  return line[(frame - delay) % LINE];
}

static void process(Effect *effect, float frame[2]) {
  const float gain = control(effect, GAIN, 0);
  frame[0] += gain * delayed(effect->memory, effect->runs, 23, frame[0]);
  frame[1] += gain * delayed(effect->memory + LINE, effect->runs, 31, frame[1]);
  ++effect->runs;
}
