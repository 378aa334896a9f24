// A limiter that limits both channels by the level of the second one. At the default, nothing is limited.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) {
  const float limit = control(effect, GAIN, 1), level = fabsf(frame[1]);
  for (int channel = 0; channel < 2; ++channel) frame[channel] *= level > limit ? limit / level : 1;
}
