// With the boost, which is off by default, the second channel is not amplified.
#include "stereo.h"

static void process(Effect *effect, float frame[2]) {
  if (control(effect, THIRD, 0) > 0) frame[0] *= control(effect, GAIN, 1);
}
